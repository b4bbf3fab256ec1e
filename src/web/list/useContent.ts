import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { AnyRow } from './definition.ts';
import type { Looks } from './look.ts';
import type { RowContent } from './row-content.tsx';
import type { AreaTexts } from './texts.ts';

/** One object for all rows; a new one only with a new language, or the rows would all be drawn anew. */
export function useContent(
  texts: AreaTexts,
  looks: Looks<AnyRow>,
  nameOf: (row: AnyRow) => string,
): RowContent {
  const { t } = useTranslation('list');
  return useMemo(
    () => ({
      looks,
      texts,
      nameOf,
      words: {
        yes: t('yes'),
        no: t('no'),
        added: (time: string) => t('added', { time }),
        choose: (name: string) => t('choose', { name }),
        doubtful: t('doubtful'),
      },
    }),
    [looks, texts, nameOf, t],
  );
}

import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { shellRouteId } from '../nav.ts';
import { usePageNames } from '../pageName.ts';
import { useSessionState } from '../session.ts';
import { useShellContext } from './useShellContext.ts';

/**
 * What the page calls itself, then the title of the innermost route that has one, in the reader's language; also put on
 * the document (§2): `Ola Nordmann – Brukere`.
 */
export function useTitle(): string {
  const { t } = useTranslation();
  const { session } = useShellContext();
  const status = useSessionState(session)?.status;
  const found = useMatches({
    select: (matches) => {
      const match = matches.findLast(({ staticData }) => staticData.title);
      const title = match?.staticData.title;
      const isInside = matches.some(({ routeId }) => routeId === shellRouteId);
      if (isInside && status === 'no-access') return 'title.noAccess';
      return typeof title === 'function' ? title(match?.search ?? {}) : title;
    },
  });
  const named = usePageNames(found === undefined ? undefined : t(found));
  const title = named === '' ? t('product') : named;

  useEffect(() => {
    document.title = named === '' ? title : t('title.suffix', { title });
  }, [named, t, title]);

  return title;
}

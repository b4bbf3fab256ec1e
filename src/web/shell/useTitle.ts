import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { shellRouteId } from '../nav.ts';
import { useSessionState } from '../session.ts';
import { useShellContext } from './useShellContext.ts';

/** The title of the innermost route that has one, in the reader's language, also put on the document (§2). */
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
  const title = found === undefined ? t('product') : t(found);

  useEffect(() => {
    document.title = found === undefined ? title : t('title.suffix', { title });
  }, [found, t, title]);

  return title;
}

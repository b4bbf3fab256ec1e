import './NoticeRegion.css';
import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useNotices } from './notices.ts';

const NoticeCard = lazy(() =>
  import('./NoticeCard.tsx').then(({ NoticeCard: component }) => ({ default: component })),
);

/** Stands once, in the shell. It is always there, so that what appears in it is read out (WCAG 4.1.3). */
export function NoticeRegion() {
  const { t } = useTranslation('ui');
  const notices = useNotices();
  const [isHeld, hold] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only holds the clock
    <section
      className="ui-notices"
      aria-label={t('notices')}
      aria-live="polite"
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {notices.map((notice) => (
        <Suspense key={notice.id} fallback={null}>
          <NoticeCard notice={notice} isHeld={isHeld} />
        </Suspense>
      ))}
    </section>
  );
}

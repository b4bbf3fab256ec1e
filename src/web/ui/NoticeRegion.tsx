import './NoticeRegion.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { later } from './later.tsx';
import { useNotices } from './notices.ts';

const NoticeCard = later(async () => (await import('./NoticeCard.tsx')).NoticeCard);

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
        <NoticeCard key={notice.id} notice={notice} isHeld={isHeld} />
      ))}
    </section>
  );
}

import { BellDotIcon, BellIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatTime } from '../format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { type Notice, useRecentNotices } from '../ui/notices.ts';
import { Popover } from '../ui/Popover.tsx';
import { Status, type StatusTone } from '../ui/Status.tsx';

/** What one was told since the page was opened: a message that went away too soon is found again here. */
export function RecentNotices() {
  const { t } = useTranslation();
  const recent = useRecentNotices();
  const [seen, setSeen] = useState(0);
  const newest = recent[0]?.id ?? 0;
  return (
    <Popover
      label={t('notices.title')}
      placement="bottom end"
      onOpenChange={() => setSeen(newest)}
      trigger={
        <IconButton label={t('notices.title')}>
          {newest > seen ? <BellDotIcon aria-hidden /> : <BellIcon aria-hidden />}
        </IconButton>
      }
    >
      <div className="topbar-panel">
        <h2 className="section-title">{t('notices.title')}</h2>
        {recent.length === 0 && <p className="meta">{t('notices.none')}</p>}
        <ul className="topbar-list">
          {recent.map(({ id, tone, text, at }) => (
            <li key={id}>
              <Status tone={tones[tone]}>
                <span className="meta">{formatTime(at)}</span>
              </Status>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Popover>
  );
}

const tones: Record<Notice['tone'], StatusTone> = {
  success: 'success',
  info: 'info',
  warning: 'warning',
  danger: 'danger',
};

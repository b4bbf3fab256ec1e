import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { users } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatDate, formatNumber } from '#web/format.ts';

import type { Days } from './days.ts';
import { Latest } from './Latest.tsx';
import { Widget } from './Widget.tsx';

interface QuitUsersProps {
  days: Days;
  /** May the reader do something about them? */
  mayAct: boolean;
}

/** Those whose account has expired: lately, and all who are still here (specification §2, §4 "Users"). */
export function QuitUsers({ days, mayAct }: QuitUsersProps) {
  const { t } = useTranslation('home');
  const read = useRead(users.quitCounts, { days }, { handleErrors: false });
  return (
    <Widget title={t('quit.title')} read={read}>
      {({ recently, all }) => (
        <>
          <Link to="/users" search={{ userType: 'expired' }} className="home-figure">
            <strong>{formatNumber(recently)}</strong>
            <span>{t('new.since', { days: String(days) })}</span>
          </Link>
          {mayAct && <p className="meta">{t('quit.text')}</p>}
          {recently > 0 && (
            <Latest
              question={{ userType: 'expired', sortBy: 'expiryDate', sortDir: 'desc' }}
              noteOf={({ expiryDate }) => expiryDate && formatDate(expiryDate)}
            />
          )}
          <Link to="/users" search={{ userType: 'expired', sort: '-expiryDate' }} className="home-more">
            {t('quit.all', { count: all, number: formatNumber(all) })}
          </Link>
        </>
      )}
    </Widget>
  );
}

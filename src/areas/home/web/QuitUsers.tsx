import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { users } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatDate, formatNumber } from '#web/format.ts';

import type { Days } from './days.ts';
import { Figure } from './Figure.tsx';
import { Latest } from './Latest.tsx';
import { Widget } from './Widget.tsx';

interface QuitUsersProps {
  /** As the site has set when undefined. */
  days: Days | undefined;
  /** May the reader see who they are? */
  mayOpen: boolean;
  /** May the reader do something about them? */
  mayAct: boolean;
}

/** Those whose account has expired: lately, and all who are still here (specification §2, §4 "Users"). */
export function QuitUsers({ days, mayOpen, mayAct }: QuitUsersProps) {
  const { t } = useTranslation('home');
  const read = useRead(users.quitCounts, { days }, { handleErrors: false });
  return (
    <Widget title={t('quit.title')} read={read}>
      {({ recently, all, days: since }) => (
        <>
          <Figure search={mayOpen && { userType: 'expired' }} className="home-figure">
            <strong>{formatNumber(recently)}</strong>
            <span>{t('new.since', { days: String(since) })}</span>
          </Figure>
          {mayAct && <p className="meta">{t('quit.text')}</p>}
          {mayOpen && recently > 0 && (
            <Latest
              question={{ userType: 'expired', sortBy: 'expiryDate', sortDir: 'desc' }}
              noteOf={({ expiryDate }) => expiryDate && formatDate(expiryDate)}
            />
          )}
          {mayOpen && (
            <Link to="/users" search={{ userType: 'expired', sort: '-expiryDate' }} className="home-more">
              {t('quit.all', { count: all, number: formatNumber(all) })}
            </Link>
          )}
        </>
      )}
    </Widget>
  );
}

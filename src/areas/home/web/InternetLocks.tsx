import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { locks } from '#areas/internet/locks/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumber, formatTime } from '#web/format.ts';

import { Widget } from './Widget.tsx';

const EVERY_MS = 60_000;
const states = ['active', 'planned', 'finished'] as const;

/** How many locks are active, planned and over today, and when that was (specification §2 "Home dashboard"). */
export function InternetLocks({ mayOpen }: { mayOpen: boolean }) {
  const { t } = useTranslation('home');
  const read = useRead(locks.today, {}, { handleErrors: false, everyMs: EVERY_MS });
  const updated = read.data && (
    <span className="meta">{t('locks.updated', { time: formatTime(read.data.updated) })}</span>
  );
  return (
    <Widget title={t('locks.title')} read={read} aside={updated}>
      {(counts) => (
        <ul className="home-lines">
          {states.map((status) => {
            const line = (
              <>
                <span>{t(`locks.${status}`)}</span>
                <strong>{formatNumber(counts[status])}</strong>
              </>
            );
            return (
              <li key={status}>
                {mayOpen ? (
                  <Link to="/internet" search={{ status }}>
                    {line}
                  </Link>
                ) : (
                  <p>{line}</p>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Widget>
  );
}

import { useTranslation } from 'react-i18next';

import { type Holder, points } from '#areas/internet/points/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatExactTime } from '#web/format.ts';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

/** Points report every ten seconds, and at once when something changes. */
const EVERY_MS = 5_000;

/** The enforcement points that serve the lock's school, each with whether it holds the lock and since when. */
export function Holders({ lock }: { lock: number }) {
  const { t } = useTranslation('locks');
  const { data } = useRead(points.holders, { lock }, { handleErrors: false, everyMs: EVERY_MS });
  if (!data) return null;
  return (
    <section>
      <h3 className="section-title">{t('holders.title')}</h3>
      {data.Items.length === 0 ? (
        <p className="meta">{t('holders.none')}</p>
      ) : (
        <ul className="lock-opened">
          {data.Items.map((holder) => (
            <li key={holder.id}>
              {holder.kind === 'simulated' ? t('holders.simulated', { name: holder.name }) : holder.name}
              <Status tone={toneOf(holder, data.expected)}>
                {t(wordOf(holder, data.expected), { time: timeOf(holder) })}
              </Status>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const timeOf = ({ since }: Holder) => (since === null ? '' : formatExactTime(since));

function wordOf({ since, state }: Holder, expected: boolean) {
  if (since !== null) return state === 'alive' ? 'holders.since' : 'holders.sinceSilent';
  if (!expected) return 'holders.notYet';
  return state === 'alive' ? 'holders.lacks' : 'holders.silent';
}

function toneOf({ since, state }: Holder, expected: boolean): StatusTone {
  if (since !== null) return state === 'alive' ? 'success' : 'warning';
  return expected ? 'danger' : 'neutral';
}

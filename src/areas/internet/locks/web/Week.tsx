import './week.css';
import { useTranslation } from 'react-i18next';

import { addDays, osloMoment } from '#kernel/dates.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatDay } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';

import { locks } from '../contract.ts';
import { LockBar } from './LockBar.tsx';
import { duringDay, weekOf } from './week.ts';

const EVERY_MS = 60_000;
/** As many as one page of the list has; a school's teachers make fewer. */
const MOST = 200;

interface WeekProps {
  /** Any day of it. */
  day: string;
  today: string;
  onDay: (day: string) => void;
}

/** The locks of one week, a column for each day; on a phone one day below the other. */
export function Week({ day, today, onDay }: WeekProps) {
  const { t, i18n } = useTranslation('locks');
  const days = weekOf(day);
  const from = osloMoment(days[0] ?? day, '00:00').toISOString();
  const to = osloMoment(addDays(days[0] ?? day, days.length), '00:00').toISOString();
  const { data } = useRead(
    locks.list,
    { from, to, sortBy: 'start', sortDir: 'asc', pageSize: MOST },
    { handleErrors: false, everyMs: EVERY_MS },
  );
  const found = data?.Items ?? [];
  return (
    <>
      <ol key={data ? 'read' : 'awaited'} className="lock-week">
        {days.map((date) => {
          const held = duringDay(found, date);
          return (
            <li
              key={date}
              ref={date === today ? intoSight : undefined}
              data-today={date === today || undefined}
              data-empty={held.length === 0 || undefined}
            >
              <Button size="small" variant="quiet" onPress={() => onDay(date)}>
                {formatDay(osloMoment(date, '12:00'), i18n.language)}
              </Button>
              {held.length > 0 && (
                <ul>
                  {held.map((lock) => (
                    <li key={lock.id}>
                      <LockBar lock={lock} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ol>
      {data && found.length === 0 && <p className="meta">{t('week.none')}</p>}
      {data && data.TotalItems > found.length && (
        <p className="meta">{t('week.more', { count: data.TotalItems - found.length })}</p>
      )}
    </>
  );
}

/** Where the days stand below one another, there may be no room for all: today is not to be looked for. */
function intoSight(column: HTMLLIElement | null): void {
  const week = column?.parentElement;
  if (column && week) week.scrollTop = column.offsetTop - week.offsetTop;
}

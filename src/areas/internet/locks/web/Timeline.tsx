import './timeline.css';
import { ChevronLeftIcon, ChevronRightIcon } from '@navikt/aksel-icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { addDays, osloMoment } from '#kernel/dates.ts';
import { useRead } from '#web/api/hooks.ts';
import { dateInOslo, formatDay } from '#web/format.ts';
import { usePortalClock } from '#web/portalClock.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';

import { locks } from '../contract.ts';
import { placeIn, spanOf } from './hours.ts';
import { LockBar } from './LockBar.tsx';
import { THURSDAY, weekNumber, weekOf } from './week.ts';
import { Week } from './Week.tsx';

const EVERY_MS = 60_000;
const MOST = 100;

const steps = { day: 1, week: 7 } as const;
type View = keyof typeof steps;

/** The locks of one day along its hours, or of its week: what is shut now, what is to come, and what has been. */
export function Timeline() {
  const { t, i18n } = useTranslation('locks');
  const now = useNow();
  const [view, setView] = useState<View>('day');
  const [chosen, setChosen] = useState<string>();
  if (!now) return null;
  const today = dateInOslo(now);
  const day = chosen ?? today;
  const isNow = view === 'day' ? day === today : weekOf(day).includes(today);
  const show = (date: string) => {
    setView('day');
    setChosen(date);
  };
  return (
    <section className="lock-day" aria-label={t(view)}>
      <header>
        <h2 className="section-title">
          {view === 'day'
            ? formatDay(osloMoment(day, '12:00'), i18n.language)
            : t('week.title', {
                number: weekNumber(day),
                year: weekOf(day)[THURSDAY]?.slice(0, 'yyyy'.length),
              })}
        </h2>
        <IconButton label={t(`${view}.before`)} onPress={() => setChosen(addDays(day, -steps[view]))}>
          <ChevronLeftIcon aria-hidden />
        </IconButton>
        <IconButton label={t(`${view}.after`)} onPress={() => setChosen(addDays(day, steps[view]))}>
          <ChevronRightIcon aria-hidden />
        </IconButton>
        {!isNow && (
          <Button size="small" onPress={() => setChosen(undefined)}>
            {t(`${view}.today`)}
          </Button>
        )}
        <div className="lock-view">
          <SegmentedControl
            label={t('view')}
            options={[
              { value: 'day', label: t('view.day') },
              { value: 'week', label: t('view.week') },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
      </header>
      {view === 'day' ? (
        <Day day={day} now={isNow ? now : undefined} />
      ) : (
        <Week day={day} today={today} onDay={show} />
      )}
    </section>
  );
}

/** The portal's time, moved on while the page is open. */
function useNow(): Date | undefined {
  const clock = usePortalClock();
  const [machine, setMachine] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setMachine(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return clock && new Date(machine + clock.offsetMs);
}

function Day({ day, now }: { day: string; now: Date | undefined }) {
  const { t } = useTranslation('locks');
  const from = osloMoment(day, '00:00').toISOString();
  const to = osloMoment(addDays(day, 1), '00:00').toISOString();
  const { data } = useRead(
    locks.list,
    { from, to, sortBy: 'start', sortDir: 'asc', pageSize: MOST },
    { handleErrors: false, everyMs: EVERY_MS },
  );
  const found = data?.Items ?? [];
  if (data && found.length === 0) return <p className="meta">{t('day.none')}</p>;
  const span = spanOf(
    day,
    found.map(({ activeFrom, end }) => ({ from: activeFrom, until: end })),
  );
  return (
    <div className="lock-hours">
      <div className="lock-hours-head" aria-hidden>
        {span.hours.map((hour) => (
          <span
            key={hour.label}
            data-end={hour.at > 99 || undefined}
            style={{ insetInlineStart: `${hour.at}%` }}
          >
            {hour.label}
          </span>
        ))}
      </div>
      {now && <Now at={placeIn(span, now.toISOString(), now.toISOString()).start} />}
      <ul>
        {found.map((lock) => (
          <li key={lock.id}>
            <LockBar lock={lock} place={placeIn(span, lock.activeFrom, lock.end)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const Now = ({ at }: { at: number }) =>
  at > 0 && at < 100 ? (
    <span className="lock-now" style={{ insetInlineStart: `${at}%` }} aria-hidden />
  ) : null;

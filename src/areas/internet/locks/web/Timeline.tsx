import './timeline.css';
import { ChevronLeftIcon, ChevronRightIcon } from '@navikt/aksel-icons';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { addDays, osloMoment } from '#kernel/dates.ts';
import { useRead } from '#web/api/hooks.ts';
import { dateInOslo, formatDay, formatTime } from '#web/format.ts';
import { loose } from '#web/loose.ts';
import { usePortalClock } from '#web/portalClock.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';

import { type LockRow, locks } from '../contract.ts';
import { placeIn, spanOf } from './hours.ts';

const EVERY_MS = 60_000;
const MOST = 100;

/** The locks of one day along its hours: what is shut now, and what is to come. */
export function Timeline() {
  const { t } = useTranslation('locks');
  const now = useNow();
  const [chosen, setChosen] = useState<string>();
  if (!now) return null;
  const today = dateInOslo(now);
  const day = chosen ?? today;
  return (
    <section className="lock-day" aria-label={t('day')}>
      <header>
        <h2 className="section-title">{formatDay(osloMoment(day, '12:00'))}</h2>
        <IconButton label={t('day.before')} onPress={() => setChosen(addDays(day, -1))}>
          <ChevronLeftIcon aria-hidden />
        </IconButton>
        <IconButton label={t('day.after')} onPress={() => setChosen(addDays(day, 1))}>
          <ChevronRightIcon aria-hidden />
        </IconButton>
        {day !== today && (
          <Button size="small" onPress={() => setChosen(undefined)}>
            {t('day.today')}
          </Button>
        )}
      </header>
      <Day day={day} now={day === today ? now : undefined} />
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
      <ul>
        {found.map((lock) => (
          <Bar key={lock.id} lock={lock} place={placeIn(span, lock.activeFrom, lock.end)} />
        ))}
      </ul>
      {now && <Now at={placeIn(span, now.toISOString(), now.toISOString()).start} />}
    </div>
  );
}

interface BarProps {
  lock: LockRow;
  place: { start: number; width: number };
}

function Bar({ lock, place }: BarProps) {
  const { t } = useTranslation('locks');
  const { id, description, groups, status, activeFrom, end } = lock;
  const times = `${formatTime(activeFrom)}–${formatTime(end)}`;
  return (
    <li>
      <Link
        to="/internet"
        search={loose({ open: String(id) })}
        className="lock-bar"
        data-status={status}
        style={{ marginInlineStart: `${place.start}%`, inlineSize: `${place.width}%` }}
        title={`${description}, ${times}`}
      >
        <span>
          <strong>{groups.map(({ displayName }) => displayName).join(', ')}</strong> {description}
          <span className="visually-hidden">
            , {times}, {t(`choice.status.${status}`)}
          </span>
        </span>
      </Link>
    </li>
  );
}

const Now = ({ at }: { at: number }) =>
  at > 0 && at < 100 ? (
    <span className="lock-now" style={{ insetInlineStart: `${at}%` }} aria-hidden />
  ) : null;

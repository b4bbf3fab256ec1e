import '#web/ui/Progress.css';
import './live.css';
import {
  ArrowLeftIcon,
  CheckmarkCircleFillIcon,
  ExpandIcon,
  PadlockLockedFillIcon,
  PadlockUnlockedIcon,
} from '@navikt/aksel-icons';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { examDay, type Live, type LiveLock, type Seat } from '#areas/internet/exam-day/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import {
  formatDate,
  formatDateTime,
  formatExactTime,
  formatNumber,
  formatRelative,
  formatTime,
} from '#web/format.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Status } from '#web/ui/Status.tsx';

import { isOver, netOf, type NetState, seatOf } from './live-states.ts';

/** Somebody looks from across the room: it keeps itself fresh. */
const EVERY_MS = 5_000;

/** An exam while it is held: who has signed in, and whether the net is shut. */
export function LivePage() {
  const { t } = useTranslation('exams');
  const { id } = useParams({ strict: false });
  const read = useRead(examDay.live, { id: Number(id) }, { handleErrors: false, everyMs: EVERY_MS });
  const screen = useRef<HTMLDivElement>(null);
  const live = read.data;
  const back = (
    <LinkButton to="/examinations" icon={<ArrowLeftIcon aria-hidden />}>
      {t('live.back')}
    </LinkButton>
  );
  if (!live) {
    return (
      <Page title={t('live.title')} acts={back}>
        <CardState read={{ ...read, data: undefined }} />
      </Page>
    );
  }
  const whole = (
    <Button
      icon={<ExpandIcon aria-hidden />}
      onPress={() => void screen.current?.requestFullscreen().catch(() => undefined)}
    >
      {t('live.whole')}
    </Button>
  );
  return (
    <Page
      title={live.description}
      lead={t('live.lead', {
        name: live.name,
        day: formatDate(live.examDate),
        time: formatExactTime(live.now).slice(11),
      })}
      acts={
        <>
          {back}
          {whole}
        </>
      }
    >
      <div className="exam-live" ref={screen}>
        <Tiles live={live} />
        <Seats live={live} />
      </div>
    </Page>
  );
}

function Tiles({ live }: { live: Live }) {
  const { t } = useTranslation('exams');
  const { seats, locks, points } = live;
  const signedIn = seats.filter(({ lastLogin }) => lastLogin !== null).length;
  return (
    <div className="exam-tiles">
      <section className="card exam-tile" data-tone={signedIn === seats.length ? 'success' : undefined}>
        <h2>{t('live.signedIn')}</h2>
        <p className="exam-figure">
          {formatNumber(signedIn)} <small>{t('live.of', { count: formatNumber(seats.length) })}</small>
        </p>
        <progress
          className="ui-progress-track"
          value={signedIn}
          max={Math.max(1, seats.length)}
          aria-label={t('live.signedIn')}
        />
      </section>
      {locks.map((lock) => (
        <Lock key={lock.id} lock={lock} live={live} />
      ))}
      {locks.length === 0 && (
        <section className="card exam-tile" data-tone={isOver(live) ? undefined : 'warning'}>
          <h2>{t('live.net')}</h2>
          <p className="exam-figure">{t('live.netOpen')}</p>
          <p>{t('live.noLock')}</p>
        </section>
      )}
      {points.length > 0 && <Points points={points} isOver={isOver(live)} />}
    </div>
  );
}

function Lock({ lock, live: { now } }: { lock: LiveLock; live: Live }) {
  const { t } = useTranslation('exams');
  const waiting = useWaiting();
  const { from, until, held, chat, description } = lock;
  const net = netOf(lock, now);
  const Icon = net === 'shut' ? PadlockLockedFillIcon : PadlockUnlockedIcon;
  const said = {
    shut: () => t('live.opens', { time: formatTime(until), in: waiting(until, now) }),
    unheld: () => t('live.unheld', { time: formatTime(until) }),
    over: () => t('live.opened', { time: formatDateTime(until) }),
    before: () => t('live.shuts', { time: formatDateTime(from), in: waiting(from, now) }),
  };
  return (
    <section className="card exam-tile" data-tone={toneOf[net]}>
      <h2>{t('live.lock', { name: description })}</h2>
      <p className="exam-figure">
        <Icon aria-hidden />
        {t(figureOf[net])}
      </p>
      <p>{said[net]()}</p>
      {held.map(({ point, since }) => (
        <p key={point} className="meta">
          {t('live.held', { point, time: formatExactTime(since).slice(11) })}
        </p>
      ))}
      {chat !== 'none' && <p className="meta">{t(`live.chat.${chat}`)}</p>}
    </section>
  );
}

const toneOf: Partial<Record<NetState, string>> = { shut: 'success', unheld: 'warning' };
const figureOf = {
  shut: 'live.netShut',
  unheld: 'live.netUnheld',
  over: 'live.netOpen',
  before: 'live.netOpen',
} as const satisfies Record<NetState, string>;

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** "1 t 35 min": those who wait count minutes. Days are told as elsewhere. */
function useWaiting(): (until: string, now: string) => string {
  const { t, i18n } = useTranslation('exams');
  return (until, now) => {
    const minutes = Math.max(0, Math.ceil((Date.parse(until) - Date.parse(now)) / MINUTE_MS));
    if (minutes >= DAY) return formatRelative(until, now, i18n.language);
    const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR];
    return hours === 0 ? t('live.minutes', { count: rest }) : t('live.hours', { hours, minutes: rest });
  };
}

function Points({ points, isOver: isPast }: Pick<Live, 'points'> & { isOver: boolean }) {
  const { t } = useTranslation('exams');
  const alive = points.filter((point) => point.alive).length;
  return (
    <section className="card exam-tile" data-tone={isPast || alive === points.length ? undefined : 'warning'}>
      <h2>{t('live.points')}</h2>
      <p className="exam-figure">
        {formatNumber(alive)} <small>{t('live.of', { count: formatNumber(points.length) })}</small>
      </p>
      <ul className="exam-points">
        {points.map(({ name, alive: isAlive }) => (
          <li key={name}>
            <Status tone={isAlive ? 'success' : isPast ? 'neutral' : 'danger'}>
              {t(isAlive ? 'live.alive' : 'live.silent', { name })}
            </Status>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Seats({ live }: { live: Live }) {
  const { t } = useTranslation('exams');
  return (
    <section aria-labelledby="exam-seats">
      <h2 className="section-title" id="exam-seats">
        {t('candidates.title')}
      </h2>
      <ul className="exam-seats">
        {live.seats.map((seat) => (
          <li key={seat.userName} data-state={seatOf(seat, live)}>
            <span className="exam-seat-number">
              <span className="visually-hidden">{t('sheet.candidate')} </span>
              {seat.candidateNo}
            </span>
            <span className="exam-seat-state">
              {seat.lastLogin !== null && <CheckmarkCircleFillIcon aria-hidden />}
              {stateOf(seat)}
            </span>
            <span className="meta">{noteOf(seat)}</span>
          </li>
        ))}
      </ul>
    </section>
  );

  function stateOf(seat: Seat): string {
    const state = seatOf(seat, live);
    return state === 'in' ? formatTime(seat.lastLogin ?? '') : t(`live.${state}`);
  }

  function noteOf({ machine, opened, late, userName }: Seat): string {
    return [machine ?? userName, late && t('column.late'), opened && t('live.openedFor')]
      .filter(Boolean)
      .join(' · ');
  }
}

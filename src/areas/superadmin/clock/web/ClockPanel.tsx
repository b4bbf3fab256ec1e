import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '#web/api/hooks.ts';
import { dateInOslo, formatDateTime, formatDay, formatTime } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DateField } from '#web/ui/DateField.tsx';
import { notify } from '#web/ui/notices.ts';
import { TextField } from '#web/ui/TextField.tsx';

import { clock, type ClockMove, farthestMs } from '../contract.ts';
import { momentInOslo, parseTime } from './oslo.ts';

interface ClockPanelProps {
  /** What the portal takes for now, in milliseconds since 1970. */
  now: number;
  offsetMs: number;
  mayMove: boolean;
}

const steps = [
  { name: 'hour', move: { hours: 1 } },
  { name: 'day', move: { days: 1 } },
  { name: 'week', move: { days: 7 } },
] as const;

const backwards = ({ hours, days }: { hours?: number; days?: number }): ClockMove =>
  hours === undefined ? { days: -(days ?? 0) } : { hours: -hours };

/** Less than this is the time the answer took on its way. */
const NOTHING_MS = 60_000;

export function ClockPanel({ now, offsetMs, mayMove }: ClockPanelProps) {
  const { t, i18n } = useTranslation('clock');
  const queries = useQueryClient();
  const [isMoving, setMoving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isMoved = Math.abs(offsetMs) >= NOTHING_MS;

  const move = async (wish: ClockMove) => {
    setMoving(true);
    setFailed(false);
    try {
      const state = await call(clock.move, wish, { handleErrors: false });
      notify({ tone: 'success', text: t('moved', { time: formatDateTime(state.now) }) });
      // Whatever was read may be otherwise by now.
      await queries.invalidateQueries();
    } catch {
      setFailed(true);
    } finally {
      setMoving(false);
    }
  };

  return (
    <div className="clock-panel">
      <h2 className="section-title">{t('title')}</h2>
      <p className="clock-now">
        <time dateTime={new Date(now).toISOString()}>
          {formatDay(now, i18n.language)} {formatTime(now)}
        </time>
        <span className="meta">{isMoved ? <Apart ms={offsetMs} /> : t('real')}</span>
      </p>
      <p className="meta">{mayMove ? t('text') : t('textOnly')}</p>
      {mayMove && (
        <>
          {hasFailed && (
            <Alert tone="danger" isLive>
              {t('failed')}
            </Alert>
          )}
          <div className="clock-steps">
            <span>{t('forward')}</span>
            {steps.map(({ name, move: by }) => (
              <Button
                key={name}
                size="small"
                isDisabled={isMoving}
                aria-label={t(`move.forward.${name}`)}
                onPress={() => void move(by)}
              >
                {t(name)}
              </Button>
            ))}
            <span>{t('back')}</span>
            {steps.map(({ name, move: by }) => (
              <Button
                key={name}
                size="small"
                isDisabled={isMoving}
                aria-label={t(`move.back.${name}`)}
                onPress={() => void move(backwards(by))}
              >
                {t(name)}
              </Button>
            ))}
          </div>
          <ToMoment
            now={now}
            real={now - offsetMs}
            isMoving={isMoving}
            onMove={(to) => void move({ to: to.toISOString() })}
          />
          {isMoved && (
            <Button isDisabled={isMoving} onPress={() => void move({ reset: true })}>
              {t('reset')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

interface ToMomentProps {
  now: number;
  /** What the machine takes for now. */
  real: number;
  isMoving: boolean;
  onMove: (to: Date) => void;
}

/** To a day and a time of day in Oslo. */
function ToMoment({ now, real, isMoving, onMove }: ToMomentProps) {
  const { t } = useTranslation('clock');
  const [day, setDay] = useState(() => dateInOslo(now));
  const [time, setTime] = useState(() => formatTime(now));
  const [asked, setAsked] = useState(false);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
  const clockTime = parseTime(time);
  const to = isDay && clockTime !== undefined ? momentInOslo(day, clockTime) : undefined;
  const isTooFar = to !== undefined && Math.abs(to.getTime() - real) > farthestMs;
  const dayError = isDay ? (isTooFar ? t('tooFar') : undefined) : t('dateInvalid');
  return (
    <form
      className="clock-to"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (to && !isTooFar) onMove(to);
      }}
    >
      <DateField label={t('date')} value={day} onChange={setDay} error={asked ? dayError : undefined} />
      <TextField
        label={t('time')}
        value={time}
        onChange={setTime}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('timeHint')}
        error={asked && clockTime === undefined ? t('timeInvalid') : undefined}
      />
      <Button type="submit" isPending={isMoving}>
        {t('to')}
      </Button>
    </form>
  );
}

/** In the largest unit that says enough. */
function Apart({ ms }: { ms: number }) {
  const { t } = useTranslation('clock');
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const hours = Math.round(minutes / 60);
  const span =
    minutes < 90
      ? t('span.minutes', { count: minutes })
      : hours < 48
        ? t('span.hours', { count: hours })
        : t('span.days', { count: Math.round(hours / 24) });
  return ms > 0 ? t('ahead', { span }) : t('behind', { span });
}

import './lock-form.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { osloMoment } from '#kernel/dates.ts';
import { useFormField } from '#web/form/useFormField.ts';
import { dateInOslo, formatTime } from '#web/format.ts';
import { DateField } from '#web/ui/DateField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import { parseClock } from './clock.ts';

interface MomentInputProps {
  name: string;
  /** `2026-11-20`: the day that is meant while none is said. */
  today: string;
}

interface Typed {
  day: string;
  clock: string;
}

function momentOf({ day, clock }: Typed): string {
  const time = parseClock(clock);
  if (time === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return '';
  return osloMoment(day, time).toISOString();
}

/** A day and a time of day, as one moment of the form. */
export function MomentInput({ name, today }: MomentInputProps) {
  const { t } = useTranslation('locks');
  const field = useFormField(name);
  const value = typeof field.value === 'string' ? field.value : '';
  const [typed, setTyped] = useState<Typed>({ day: today, clock: '' });
  // A button may have set it, or the row was read anew: that is shown, not what was typed before.
  const own = momentOf(typed) === value;
  const shown = own || value === '' ? typed : { day: dateInOslo(value), clock: formatTime(value) };

  const change = (part: Partial<Typed>) => {
    const next = { ...shown, ...part };
    setTyped(next);
    field.set(momentOf(next));
  };
  return (
    <div className="lock-moment" role="group" aria-label={field.label}>
      <DateField
        name={name}
        label={field.label}
        error={field.error}
        value={shown.day}
        onChange={(day) => change({ day })}
        onBlur={field.leave}
      />
      <TextField
        label={t('clock')}
        value={shown.clock}
        placeholder={t('clock.pattern')}
        inputMode="numeric"
        autoComplete="off"
        onChange={(clock) => change({ clock })}
        onBlur={() => {
          const clock = parseClock(shown.clock);
          if (clock !== undefined && clock !== shown.clock) change({ clock });
          field.leave();
        }}
      />
    </div>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { addDays } from '#kernel/dates.ts';
import { DateField } from '#web/ui/DateField.tsx';
import { Switch } from '#web/ui/Switch.tsx';

/** The days the reader looks at. The second is left out unless they compare. */
export interface Days {
  today: string;
  on: string;
  other: string;
  compares: boolean;
  /** Nobody has chosen the first day yet. */
  isFirst: boolean;
  setOn: (day: string) => void;
  setOther: (day: string) => void;
  setCompares: (compares: boolean) => void;
  /** What to ask the server for; while a day is being typed, undefined. */
  asked: { on: string; comparedTo?: string } | undefined;
}

/** How far back the reader is shown first. */
const AT_FIRST = 30;

const isDay = (text: string, today: string) => /^\d{4}-\d\d-\d\d$/.test(text) && text <= today;

/** A month ago at first, and today beside it for those who compare. */
export function useDays(today: string): Days {
  const [chosen, setOn] = useState<string>();
  const on = chosen ?? addDays(today, -AT_FIRST);
  const [other, setOther] = useState(today);
  const [compares, setCompares] = useState(false);
  const areDays = isDay(on, today) && (!compares || isDay(other, today));
  const asked = areDays ? { on, ...(compares && { comparedTo: other }) } : undefined;
  return { today, on, other, compares, isFirst: chosen === undefined, setOn, setOther, setCompares, asked };
}

export function DaysAsked({ days }: { days: Days }) {
  const { t } = useTranslation('history');
  const { today, on, other, compares } = days;
  const wrong = (day: string) =>
    isDay(day, today) ? undefined : t(/^\d{4}-\d\d-\d\d$/.test(day) ? 'notYet' : 'notADay');
  return (
    <fieldset className="then-days">
      <legend className="visually-hidden">{t('days')}</legend>
      <DateField
        label={t(compares ? 'from' : 'on')}
        value={on}
        max={today}
        error={wrong(on)}
        onChange={days.setOn}
      />
      {compares && (
        <DateField label={t('to')} value={other} max={today} error={wrong(other)} onChange={days.setOther} />
      )}
      <Switch label={t('compare')} isSelected={compares} onChange={days.setCompares} />
    </fieldset>
  );
}

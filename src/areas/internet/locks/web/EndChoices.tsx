import { useTranslation } from 'react-i18next';

import { osloMoment } from '#kernel/dates.ts';
import { useFormField } from '#web/form/useFormField.ts';
import { dateInOslo, formatTime } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';

import { useDraft } from './preview.ts';

const MINUTE = 60_000;
const lengths = [45, 60, 90] as const;
/** Beside the lessons. */
const fewLengths = [45, 90] as const;
const DAY_ENDS = '16:00';
const MOST_LESSONS = 2;

interface EndChoicesProps {
  /** When it begins, or the empty text while that is not said. */
  start: string;
  lessons: readonly { start: string; end: string }[];
}

/** The ends people mean: with this lesson or one of the next, after so many minutes, when the school day is over. */
export function EndChoices({ start, lessons }: EndChoicesProps) {
  const { t } = useTranslation('locks');
  const field = useFormField('end');
  const draft = useDraft();
  if (start === '') return null;

  const began = new Date(start);
  const day = dateInOslo(start);
  const withLesson = lessons
    .map(({ end }) => ({ end: osloMoment(day, end), label: t('end.lesson', { time: end }) }))
    .filter(({ end }) => end > began)
    .slice(0, MOST_LESSONS);
  const after = (withLesson.length > 0 ? fewLengths : lengths).map((minutes) => ({
    end: wholeMinute(began.getTime() + minutes * MINUTE),
    label: t('end.minutes', { minutes: String(minutes) }),
  }));
  const evening = { end: osloMoment(day, DAY_ENDS), label: t('end.day', { time: DAY_ENDS }) };
  const offered = [...withLesson, ...after, ...(evening.end > began ? [evening] : [])];
  return (
    <div className="lock-ends" role="group" aria-label={t('end.choices')}>
      {offered.map(({ end, label }) => (
        <Button
          key={label}
          size="small"
          aria-pressed={draft.end === end.toISOString()}
          onPress={() => field.set(end.toISOString())}
        >
          {label}
          <span className="visually-hidden"> ({formatTime(end)})</span>
        </Button>
      ))}
    </div>
  );
}

const wholeMinute = (moment: number): Date => new Date(Math.ceil(moment / MINUTE) * MINUTE);

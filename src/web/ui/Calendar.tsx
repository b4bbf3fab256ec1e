import './Calendar.css';
import { parseDate } from '@internationalized/date';
import { ChevronLeftIcon, ChevronRightIcon } from '@navikt/aksel-icons';
import { Button } from 'react-aria-components/Button';
import {
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';

import { inNynorsk } from '../format.ts';

interface CalendarProps {
  /** Dates are `yyyy-mm-dd`. */
  value: string | undefined;
  min: string | undefined;
  max: string | undefined;
  onChoose: (date: string) => void;
}

/** A month. Weeks start on Monday whatever the browser's language. */
export function Calendar({ value, min, max, onChoose }: CalendarProps) {
  const bounds = {
    ...(min === undefined ? {} : { minValue: parseDate(min) }),
    ...(max === undefined ? {} : { maxValue: parseDate(max) }),
  };
  const { language } = useTranslation().i18n;
  return (
    <I18nProvider locale={language === 'en' ? 'en-GB' : 'nb-NO'}>
      <AriaCalendar
        {...bounds}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the calendar opens in order to be used
        autoFocus
        value={value === undefined ? null : parseDate(value)}
        onChange={(date) => onChoose(date.toString())}
        className="ui-calendar"
      >
        <header className="ui-calendar-head">
          <Button slot="previous" className="ui-control-button">
            <ChevronLeftIcon aria-hidden />
          </Button>
          <Heading className="section-title" />
          <Button slot="next" className="ui-control-button">
            <ChevronRightIcon aria-hidden />
          </Button>
        </header>
        <CalendarGrid weekdayStyle="short">
          <CalendarGridHeader>
            {(day) => (
              <CalendarHeaderCell className="meta">
                {language === 'nn' ? inNynorsk(day) : day}
              </CalendarHeaderCell>
            )}
          </CalendarGridHeader>
          <CalendarGridBody>{(date) => <CalendarCell date={date} className="ui-day" />}</CalendarGridBody>
        </CalendarGrid>
      </AriaCalendar>
    </I18nProvider>
  );
}

import { CalendarIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';

import { dateInOslo, formatDate, parseDate } from '../format.ts';
import type { FieldBasics } from './FieldFrame.tsx';
import { later } from './later.tsx';
import { Popover } from './Popover.tsx';
import { TextField } from './TextField.tsx';

const Calendar = later(async () => (await import('./Calendar.tsx')).Calendar);

export interface DateFieldProps extends FieldBasics {
  /** `yyyy-mm-dd`, the empty text, or, while it is no date, what was typed. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  /** `yyyy-mm-dd`; only bounds the calendar, the form says what is wrong with a typed date. */
  min?: string;
  max?: string;
}

/** A date typed as dd.mm.yyyy, whatever the browser's language, or picked. Also reads 201126 and 2026-11-20. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onBlur, min, max, isDisabled = false, isReadOnly = false, ...rest } = props;
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState<string>();
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value);

  const type = (text: string) => {
    setTyped(text);
    onChange(parseDate(text, dateInOslo(new Date())) ?? text.trim());
  };
  const leave = () => {
    setTyped(undefined);
    onBlur?.();
  };

  const picker = (
    <Popover
      label={rest.label}
      placement="bottom end"
      trigger={
        <Button className="ui-control-button" aria-label={t('openCalendar', { label: rest.label })}>
          <CalendarIcon aria-hidden />
        </Button>
      }
    >
      {(close) => (
        <Calendar
          value={isDate ? value : undefined}
          min={min}
          max={max}
          onChoose={(date) => {
            setTyped(undefined);
            onChange(date);
            close();
          }}
        />
      )}
    </Popover>
  );

  return (
    <TextField
      {...rest}
      value={typed ?? (isDate ? formatDate(value) : value)}
      onChange={type}
      onBlur={leave}
      isDisabled={isDisabled}
      isReadOnly={isReadOnly}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('datePattern')}
      {...(isDisabled || isReadOnly ? {} : { after: picker })}
    />
  );
}

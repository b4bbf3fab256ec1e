import './Select.css';
import { useTranslation } from 'react-i18next';

import type { FieldBasics } from './FieldFrame.tsx';
import type { Option } from './option.ts';
import { PlainField } from './PlainField.tsx';

export interface SelectProps<Value extends string> extends FieldBasics {
  options: readonly Option<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  /** Shown while nothing is chosen. */
  placeholder?: string;
}

/**
 * One of a few known options. For many, or for a search on the server, use ComboBox. The browser's own select: it
 * costs nothing to load, and on a phone it is the wheel people know.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, optional, options, value, onChange, onBlur, isDisabled, placeholder, name } =
    props;
  const { t } = useTranslation('ui');
  const choose = (chosen: string) => {
    const found = options.find((option) => option.value === chosen);
    if (found) onChange(found.value);
  };
  return (
    <PlainField label={label} hint={hint} error={error} optional={optional}>
      {(ties) => (
        <select
          {...ties}
          name={name}
          className="ui-control ui-select"
          value={value ?? ''}
          disabled={isDisabled}
          onBlur={() => onBlur?.()}
          onChange={(event) => choose(event.target.value)}
        >
          {value === undefined && (
            <option value="" disabled hidden>
              {placeholder ?? t('choose')}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.note === undefined ? option.label : `${option.label} – ${option.note}`}
            </option>
          ))}
        </select>
      )}
    </PlainField>
  );
}

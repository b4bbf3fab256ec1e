import './Choice.css';
import './Field.css';
import { useId } from 'react';

import { ChoiceNotes } from './ChoiceNotes.tsx';
import type { FieldBasics } from './FieldFrame.tsx';

export interface RadioGroupProps<Value extends string> extends FieldBasics {
  options: readonly { value: Value; label: string; hint?: string; isDisabled?: boolean }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  /** Of the field in its form, which the error summary leads to; none = a name of its own. */
  name?: string;
  isDisabled?: boolean;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, hint, error, options, value, onChange, onBlur, isDisabled = false } = props;
  const id = useId();
  const { name = id } = props;
  return (
    <fieldset
      className="ui-choices"
      role="radiogroup"
      aria-describedby={`${id}-notes`}
      aria-invalid={error !== undefined}
      disabled={isDisabled}
      onBlur={onBlur}
    >
      <legend className="ui-label">{label}</legend>
      {options.map((option) => (
        <div className="ui-choice" key={option.value}>
          <input
            id={`${id}-${option.value}`}
            name={name}
            type="radio"
            className="ui-radio"
            checked={option.value === value}
            disabled={option.isDisabled}
            aria-describedby={`${id}-${option.value}-notes`}
            onChange={() => onChange(option.value)}
          />
          <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
          <ChoiceNotes id={`${id}-${option.value}-notes`} hint={option.hint} error={undefined} />
        </div>
      ))}
      <ChoiceNotes id={`${id}-notes`} hint={hint} error={error} />
    </fieldset>
  );
}

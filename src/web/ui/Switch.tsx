import './Choice.css';
import './Field.css';
import { useId } from 'react';

import { ChoiceNotes } from './ChoiceNotes.tsx';

export interface SwitchProps {
  label: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  name?: string;
}

/** On or off, in force at once. Inside a form that is saved, use a Checkbox. */
export function Switch({ label, isSelected, onChange, isDisabled, hint, error, name }: SwitchProps) {
  const id = useId();
  return (
    <div className="ui-choice">
      <input
        id={id}
        name={name}
        type="checkbox"
        role="switch"
        className="ui-switch"
        checked={isSelected}
        aria-checked={isSelected}
        disabled={isDisabled}
        aria-describedby={`${id}-notes`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <ChoiceNotes id={`${id}-notes`} hint={hint} error={error} />
    </div>
  );
}

import './Choice.css';
import './Field.css';
import { type ComponentProps, type ReactNode, useId } from 'react';

import { ChoiceNotes } from './ChoiceNotes.tsx';

type Native = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked' | 'className' | 'disabled'>;

export interface CheckboxProps extends Native {
  label: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
}

export function Checkbox({ label, isSelected, onChange, isDisabled, hint, error, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className="ui-choice">
      <input
        {...rest}
        id={id}
        type="checkbox"
        className="ui-box"
        checked={isSelected}
        disabled={isDisabled}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-notes`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <ChoiceNotes id={`${id}-notes`} hint={hint} error={error} />
    </div>
  );
}

interface CheckProps extends Native {
  /** Its name for screen readers: what is being selected. */
  label: string;
  isSelected: boolean;
  isIndeterminate?: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
}

/** A checkbox without words beside it, for the rows of a list. */
export function Check({
  label,
  isSelected,
  isIndeterminate = false,
  onChange,
  isDisabled,
  ...rest
}: CheckProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      className="ui-box"
      aria-label={label}
      checked={isSelected}
      disabled={isDisabled}
      ref={(element) => {
        if (element) element.indeterminate = isIndeterminate;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

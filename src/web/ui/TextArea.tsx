import type { FieldBasics } from './FieldFrame.tsx';
import { PlainField } from './PlainField.tsx';

export interface TextAreaProps extends FieldBasics {
  value?: string;
  defaultValue?: string;
  onChange?: (text: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  maxLength?: number;
  rows?: number;
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, isDisabled, isReadOnly, onChange, onBlur, rows = 3, ...rest } = props;
  return (
    <PlainField label={label} hint={hint} error={error} optional={optional}>
      {(ties) => (
        <textarea
          {...rest}
          {...ties}
          className="ui-control"
          rows={rows}
          disabled={isDisabled}
          readOnly={isReadOnly}
          onBlur={() => onBlur?.()}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </PlainField>
  );
}

import type { ComponentProps, ReactNode, Ref } from 'react';

import type { FieldBasics } from './FieldFrame.tsx';
import { PlainField } from './PlainField.tsx';

type Native =
  | 'autoFocus'
  | 'autoComplete'
  | 'inputMode'
  | 'maxLength'
  | 'spellCheck'
  | 'onKeyDown'
  | 'onFocus'
  | 'defaultValue';

export interface TextFieldProps extends FieldBasics, Pick<ComponentProps<'input'>, Native> {
  value?: string;
  onChange?: (text: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'url' | 'password' | undefined;
  isDisabled?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  placeholder?: string;
  /** Stands inside the field's right edge, as a unit or a button. */
  after?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, after, inputRef, isDisabled, isReadOnly, onChange, onBlur, ...rest } =
    props;
  return (
    <PlainField label={label} hint={hint} error={error} optional={optional}>
      {(ties) => {
        const { 'data-invalid': isInvalid, ...aria } = ties;
        const input = (
          <input
            {...rest}
            {...aria}
            ref={inputRef}
            className={after === undefined ? 'ui-control' : undefined}
            data-invalid={after === undefined ? isInvalid : undefined}
            disabled={isDisabled}
            readOnly={isReadOnly}
            onBlur={() => onBlur?.()}
            onChange={(event) => onChange?.(event.target.value)}
          />
        );
        if (after === undefined) return input;
        return (
          <div className="ui-control" data-invalid={isInvalid} data-disabled={isDisabled || undefined}>
            {input}
            {after}
          </div>
        );
      }}
    </PlainField>
  );
}

import { useField } from '@tanstack/react-form';

import { loose } from '../loose.ts';
import { isOptional } from './schema.ts';
import { useFormScope } from './scope.ts';

export interface FormField {
  name: string;
  label: string;
  hint: string | undefined;
  optional: boolean;
  value: unknown;
  error: string | undefined;
  set: (value: unknown) => void;
  leave: () => void;
}

/**
 * One field of the form. Its message is shown once it is touched and edited, or an attempt to save was made
 * (specification §5); what the server refused is shown until the field is edited.
 */
export function useFormField(name: string): FormField {
  const scope = useFormScope();
  const field = useField({ form: loose(scope.api), name: loose(name) });
  const { isBlurred, isDirty, errorMap } = field.state.meta as {
    isBlurred: boolean;
    isDirty: boolean;
    errorMap: { onChange?: unknown };
  };
  const label = scope.labelOf(name);
  const attempted = scope.api.state.submissionAttempts > 0;
  const own = errorMap.onChange;
  const refused = scope.refused.get(name);
  const error =
    refused !== undefined
      ? scope.say(refused, label)
      : typeof own === 'string' && (attempted || (isBlurred && isDirty))
        ? own
        : undefined;
  return {
    name,
    label,
    hint: scope.hintOf(name),
    optional: isOptional(scope.schema, name),
    value: field.state.value,
    error,
    set: (value) => {
      scope.onEdit(name);
      field.handleChange(loose(value));
    },
    leave: field.handleBlur,
  };
}

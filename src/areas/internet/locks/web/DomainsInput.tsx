import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { domainProblems } from '#kernel/internet/domain.ts';
import { useFormScope } from '#web/form/scope.ts';
import { useFormField } from '#web/form/useFormField.ts';
import { TextArea } from '#web/ui/TextArea.tsx';

interface DomainsInputProps {
  name: string;
  /** The most there may be; said while one writes. */
  most?: number;
  rows?: number;
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join('\n') : '');
const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Domains, one on each line or pasted from wherever: faulty ones are told by name as soon as one leaves the field. */
export function DomainsInput({ name, most, rows = 4 }: DomainsInputProps) {
  const { t } = useTranslation('locks');
  const { say } = useFormScope();
  const field = useFormField(name);
  const [typed, setTyped] = useState(() => textOf(field.value));
  const [wasLeft, setWasLeft] = useState(false);

  const domains = linesOf(typed);
  // What stands in the form may be replaced: by a template, by the row read anew.
  const isOther = JSON.stringify(field.value) !== JSON.stringify(domains);
  const shown = isOther ? textOf(field.value) : typed;
  const current = isOther ? linesOf(shown) : domains;

  const faults = domainProblems(current, name).map((problem) => say(problem, field.label));
  const [fault] = wasLeft ? faults : [];
  const count =
    most === undefined
      ? undefined
      : t('domains.count', { count: String(current.length), most: String(most) });
  return (
    <TextArea
      name={name}
      label={field.label}
      hint={[field.hint, count].filter(Boolean).join(' ')}
      error={fault ?? field.error}
      optional={field.optional}
      rows={rows}
      value={shown}
      onChange={(text) => {
        setTyped(text);
        field.set(linesOf(text));
      }}
      onBlur={() => {
        setWasLeft(true);
        field.leave();
      }}
    />
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { domainInAddress, domainProblems } from '#kernel/internet/domain.ts';
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
  const [taken, setTaken] = useState<string[]>([]);

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
  const still = taken.filter((host) => current.includes(host));
  const said = still.length === 0 ? undefined : t('domains.taken', { domains: still.join(', ') });
  return (
    <TextArea
      name={name}
      label={field.label}
      hint={[field.hint, count, said].filter(Boolean).join(' ')}
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
        const found = current.map((line) => domainInAddress(line) ?? line);
        const hosts = found.filter((line, at) => line !== current[at]);
        if (hosts.length > 0) {
          const kept = [...new Set(found)];
          setTaken(hosts);
          setTyped(kept.join('\n'));
          field.set(kept);
        }
        field.leave();
      }}
    />
  );
}

import { textOf } from '#web/i18n.ts';

/** The reason in words, from a refusal's parameters or a run's failure; undefined when there is no such reason. */
export function failureText(failure: Readonly<Record<string, string | number>>): string | undefined {
  const code = String(failure['reason'] ?? failure['code']);
  // What was found is either the file's own word, or ours for what was the matter with it.
  const [word = '', inside] = String(failure['found'] ?? '').split(': ', 2);
  const ours = textOf('import', `found.${code}.${word}`);
  const found =
    ours === undefined ? (failure['found'] ?? '') : [ours, inside && `(${inside})`].filter(Boolean).join(' ');
  return textOf('import', `failure.${code}`, { ...failure, found });
}

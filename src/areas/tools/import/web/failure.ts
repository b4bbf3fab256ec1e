import { textOf } from '#web/i18n.ts';

/** The reason in words, from a refusal's parameters or a run's failure; undefined when there is no such reason. */
export function failureText(failure: Readonly<Record<string, string | number>>): string | undefined {
  const code = String(failure['reason'] ?? failure['code']);
  // What was found is either the file's own word, or ours for what was the matter with it.
  const found = textOf('import', `found.${code}.${failure['found']}`) ?? failure['found'] ?? '';
  return textOf('import', `failure.${code}`, { ...failure, found });
}

import { textOf } from '#web/i18n.ts';

/** The reason in words, from a refusal's parameters or a run's failure; undefined when there is no such reason. */
export function failureText(failure: Readonly<Record<string, string | number>>): string | undefined {
  return textOf('import', `failure.${failure['reason'] ?? failure['code']}`, failure);
}

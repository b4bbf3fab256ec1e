/** Names that come from the server, as keys of the texts; a job of a newer portal than this page is shown by its name. */
import type nb from './text.nb.json';

type Key = keyof typeof nb;

const jobs = [
  'answers.clean',
  'sessions.clean',
  'sign-in-failures.clean',
  'export-choices.clean',
  'export-tallies.clean',
  'groups.clean',
  'directory.sweep',
  'signing-key.rotate',
  'journal.check',
  'journal.prune',
] as const;
const outcomes = ['failed', 'no-file', 'no-folder', 'unreachable'] as const;

export function jobKey(name: string): Key | undefined {
  const known = jobs.find((job) => job === name);
  return known && `job.${known}`;
}

export function outcomeKey(said: string): Key | undefined {
  const known = outcomes.find((outcome) => outcome === said);
  return known && `outcome.${known}`;
}

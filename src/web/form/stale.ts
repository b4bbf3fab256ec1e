/** Somebody else saved first (`row.stale`): what changed meanwhile, beside what is typed. */
import { type Values, changed } from './schema.ts';

export interface StaleField {
  name: string;
  before: unknown;
  now: unknown;
  /** What is typed here, when it is something else than both. */
  mine: unknown;
}

export interface Stale {
  fields: readonly StaleField[];
  latest: Values;
  /** What to send along when saving again: the row's version now. */
  fixed: Values;
}

interface Versions {
  before: Values;
  latest: Values;
  mine: Values;
  fixed: Values;
}

export function compare({ before, latest, mine, fixed }: Versions): Stale {
  const typed = changed(before, mine);
  const fields = Object.entries(changed(before, latest)).map(([name, now]) => ({
    name,
    before: before[name],
    now,
    mine: name in typed && typed[name] !== now ? typed[name] : undefined,
  }));
  return { fields, latest, fixed };
}

/** The row has a new version after a save, a number or a mark; the next save of the same form sends that one. */
export function withVersionOf(answer: unknown, fixed: Values): Values {
  const version: unknown = typeof answer === 'object' && answer ? Reflect.get(answer, 'version') : undefined;
  return 'version' in fixed && typeof version === typeof fixed['version'] ? { ...fixed, version } : fixed;
}

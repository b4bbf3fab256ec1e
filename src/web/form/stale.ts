/** Somebody else saved first (`row.stale`): what changed meanwhile, beside what is typed. */
import { textOf } from '../list/definition.ts';
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

/** A notice stays short, however much stands in the field. */
const LINES = 3;
const LENGTH = 120;

interface Told {
  text: string;
  more: number;
}

/**
 * What is told of one of two versions: of lists and of texts with many lines, those that the other has not; of the rest,
 * all of it. Bounded: `more` says how many are left out.
 */
export function told(value: unknown, other: unknown): Told {
  const parts = partsOf(value);
  const others = partsOf(other);
  const isList = parts.length > 1 || others.length > 1;
  const own = isList ? parts.filter((part) => !others.includes(part)) : parts;
  const shown = own.slice(0, LINES).join(', ');
  const text = shown.length > LENGTH ? `${shown.slice(0, LENGTH).trimEnd()} …` : shown;
  return { text, more: Math.max(0, own.length - LINES) };
}

function partsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(textOf);
  return textOf(value)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

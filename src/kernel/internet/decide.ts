/**
 * Which locks count for somebody, what they leave open, and whether an address is open (specification §4). One set of
 * rules: the portal explains by it and the enforcement points decide by it.
 *
 * 1. A lock somebody is opened from does not count for them.
 * 2. While an exam lock counts, other locks do not: an exam opens what an exam needs, and nothing else does.
 * 3. Of the locks that are left, all must open an address; the strictest wins.
 * 4. Pages that are always open, everybody's and those of the lock's school, are open in it. Exam resources open for
 *    exam users only.
 */
import { covers, domainsOver, hostOf, webPorts } from './domain.ts';

export const sourceKinds = ['always-global', 'always-school', 'own', 'package', 'exam-resource'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Where a domain in a list of open ones comes from. */
export interface Source {
  kind: SourceKind;
  /** The package's or the exam resource's. */
  name?: string | undefined;
  /** The lock that brings it; undefined for pages that are always open. */
  lock?: number | undefined;
}

export interface Entry {
  domain: string;
  sources: readonly Source[];
}

/** A lock in force, as it reaches one person. */
export interface LockInForce {
  id: number;
  exam: boolean;
  /** The person was opened from it by name. */
  opened: boolean;
  open: readonly Entry[];
  /** The pages that are open in every lock of its school. */
  always: readonly Entry[];
}

export type Standing = 'decides' | 'yields-to-exam' | 'opened';

export interface Standings {
  lock: number;
  standing: Standing;
}

export interface Access {
  /** False: no lock decides, everything is open. */
  locked: boolean;
  standings: readonly Standings[];
  /** What is open while `locked`, in order. */
  open: readonly Entry[];
}

/** The locks in the order they weigh, and what they leave open together. */
export function accessUnder(locks: readonly LockInForce[]): Access {
  const counting = locks.filter(({ opened }) => !opened);
  const exams = counting.filter(({ exam }) => exam);
  const deciding = exams.length > 0 ? exams : counting;
  const standingOf = (lock: LockInForce): Standing => {
    if (lock.opened) return 'opened';
    return deciding.includes(lock) ? 'decides' : 'yields-to-exam';
  };
  const standings = locks
    .map((lock) => ({ lock: lock.id, standing: standingOf(lock) }))
    .toSorted((a, b) => weight[a.standing] - weight[b.standing] || a.lock - b.lock);
  if (deciding.length === 0) return { locked: false, standings, open: [] };
  const everywhere = inAll(deciding.map(({ always }) => always));
  const shared = new Set(everywhere.map(({ domain }) => domain));
  const common = deciding
    .map(({ open, always }) => open.concat(always.filter(({ domain }) => !shared.has(domain))))
    .reduce((left, right) => inBoth(left, right));
  return { locked: true, standings, open: merged([...everywhere, ...common]) };
}

/** The pages that all of the lists have: of locks of one school, all of them. */
function inAll(lists: readonly (readonly Entry[])[]): Entry[] {
  const [first = [], ...others] = lists;
  const known = others.map((list) => new Set(list.map(({ domain }) => domain)));
  return first.filter(({ domain }) => known.every((domains) => domains.has(domain)));
}

const weight: Record<Standing, number> = { decides: 0, 'yields-to-exam': 1, opened: 2 };

/** What two lists open together: of a domain and one under it, the one under it. */
function inBoth(left: readonly Entry[], right: readonly Entry[]): Entry[] {
  return merged([...coveredBy(left, right), ...coveredBy(right, left)]);
}

/** The entries that another list opens too, with the sources of both. */
function coveredBy(list: readonly Entry[], other: readonly Entry[]): Entry[] {
  const wider = Map.groupBy(other, ({ domain }) => domain);
  return list.flatMap(({ domain, sources }) => {
    const over = domainsOver(domain).flatMap((name) => wider.get(name) ?? []);
    if (over.length === 0) return [];
    return [{ domain, sources: [...sources, ...over.flatMap((entry) => entry.sources)] }];
  });
}

/** Each domain once, with every source of it once. */
export function merged(entries: readonly Entry[]): Entry[] {
  const byDomain = new Map<string, Map<string, Source>>();
  for (const { domain, sources } of entries) {
    const known = byDomain.get(domain) ?? new Map<string, Source>();
    for (const source of sources) known.set(`${source.kind}/${source.lock}/${source.name}`, source);
    byDomain.set(domain, known);
  }
  return [...byDomain]
    .map(([domain, sources]) => ({
      domain,
      sources: [...sources.values()].toSorted((a, b) => (a.lock ?? 0) - (b.lock ?? 0)),
    }))
    .toSorted((a, b) => (a.domain < b.domain ? -1 : 1));
}

export type Verdict =
  | { open: true; why: 'not-locked' }
  | { open: true; why: 'listed'; host: string; entries: readonly Entry[] }
  | { open: false; why: 'not-listed' | 'port'; host: string }
  | { open: false; why: 'not-an-address' };

/** Whether an address is open: a whole one, a host, or `host:port` as a tunnel names it. */
export function judge(access: Access, address: string): Verdict {
  if (!access.locked) return { open: true, why: 'not-locked' };
  const asked = hostOf(address);
  if (!asked) return { open: false, why: 'not-an-address' };
  const { host, port } = asked;
  const entries = access.open.filter(({ domain }) => covers(domain, host));
  if (entries.length === 0) return { open: false, why: 'not-listed', host };
  if (port !== undefined && !webPorts.includes(port)) return { open: false, why: 'port', host };
  return { open: true, why: 'listed', host, entries };
}

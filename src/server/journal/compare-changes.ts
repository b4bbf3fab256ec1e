/** Points at the changes of one operation that are not as they were sealed. */
import type { ChangeEntry } from './entries.ts';
import type { Finding } from './findings.ts';

/**
 * Compares the fingerprints a seal holds with those found, both in order. Whether anything is wrong the full digest
 * says; this says what.
 */
export function compareChanges(
  operation: number,
  sealed: readonly string[],
  found: readonly string[],
  entries: readonly ChangeEntry[],
): Finding[] {
  const findings: Finding[] = [];
  const lacking = surplusOf(sealed, found);
  const surplus = surplusOf(found, sealed);
  let s = 0;
  let f = 0;
  while (s < sealed.length || f < found.length) {
    const isGone = sealed[s] !== found[f] && spend(lacking, sealed[s]);
    const isNew = sealed[s] !== found[f] && spend(surplus, found[f]);
    const name = nameOf(operation, entries[f]);
    if (isGone && isNew) {
      findings.push({ kind: 'change.edited', text: `${name} is not as it was sealed` });
    } else if (isGone) {
      findings.push({
        kind: 'change.removed',
        text: `Change number ${s + 1} of operation ${operation} is missing`,
      });
    } else if (isNew) {
      findings.push({ kind: 'change.added', text: `${name} was not sealed` });
    } else if (sealed[s] !== found[f]) {
      findings.push({ kind: 'change.moved', text: `${name} is not in its place` });
    }
    if (isGone || !isNew) s += 1;
    if (isNew || !isGone) f += 1;
  }
  return findings;
}

function nameOf(operation: number, entry: ChangeEntry | undefined): string {
  if (entry === undefined) return `A change of operation ${operation}`;
  return `Change ${entry.id} (${entry.table} ${entry.key}) of operation ${operation}`;
}

/** How many of each there are in `of` beyond those in `beside`. */
function surplusOf(of: readonly string[], beside: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of of) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of beside) counts.set(one, (counts.get(one) ?? 0) - 1);
  return counts;
}

function spend(counts: Map<string, number>, one: string | undefined): boolean {
  const left = one === undefined ? 0 : (counts.get(one) ?? 0);
  if (one === undefined || left <= 0) return false;
  counts.set(one, left - 1);
  return true;
}

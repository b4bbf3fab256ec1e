/** The changes of one seal, or of one part of it, held against what was sealed. */
import { createHash } from 'node:crypto';

import { compareChanges } from './compare-changes.ts';
import type { ChangeEntry } from './entries.ts';
import type { Finding } from './findings.ts';

interface Sealed {
  operation: number;
  /** For a person: "seal 7", "part 2 of seal 7". */
  name: string;
  changes: number;
  digest: string;
  fingerprints: string;
}

export interface Portion {
  take: (line: string, entry: ChangeEntry) => void;
  count: () => number;
  /** What is not as it was sealed. Only once. */
  close: () => Finding[];
}

const FINGERPRINT = /.{8}/g;

export function portionOf({ operation, name, changes, digest, fingerprints }: Sealed): Portion {
  const hash = createHash('sha256');
  const found: string[] = [];
  const entries: ChangeEntry[] = [];
  return {
    take: (line, entry) => {
      const own = createHash('sha256').update(line).digest();
      hash.update(own);
      found.push(own.toString('hex', 0, 4));
      entries.push(entry);
    },
    count: () => entries.length,
    close: () => {
      const isWhole = hash.digest('hex') === digest && entries.length === changes;
      if (found.join('') === fingerprints && isWhole) return [];
      const findings = compareChanges(operation, fingerprints.match(FINGERPRINT) ?? [], found, entries);
      if (isWhole)
        return [{ kind: 'seal.edited', text: `The fingerprints of ${name} are not as they were sealed` }];
      if (findings.length > 0) return findings;
      const text = `The changes of operation ${operation} (${name}) are not as they were sealed`;
      return [{ kind: 'change.edited', text }];
    },
  };
}

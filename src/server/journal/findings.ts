/** What a verifier can find wrong, and how it says so. */
export type FindingKind =
  | 'line.unreadable'
  | 'operation.edited'
  | 'operation.removed'
  | 'operation.added'
  | 'operation.moved'
  | 'change.edited'
  | 'change.removed'
  | 'change.added'
  | 'change.moved'
  | 'seal.edited'
  | 'seal.removed'
  | 'seal.moved'
  | 'chain.broken'
  | 'chain.truncated';

export interface Finding {
  kind: FindingKind;
  /** For a person: which entry, and what about it. */
  text: string;
}

export interface Report {
  findings: Finding[];
  operations: number;
  changes: number;
  /** Operations removed by retention; their seals hold the chain together. */
  pruned: number;
  /** The newest seal: note its hash elsewhere, and a later check with it finds a shortened journal. */
  head: { seq: number; hash: string } | undefined;
}

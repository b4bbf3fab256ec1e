/**
 * Verifies an export of the journal, with nothing but the export: it recomputes every digest from the very text of
 * every line and follows the chain (specification §9). Reads line by line, so size does not matter.
 */
import { createHash } from 'node:crypto';

import { type ChangeEntry, Entry, type OperationEntry, type PartEntry, type SealEntry } from './entries.ts';
import type { Finding, FindingKind, Report } from './findings.ts';
import { type Portion, portionOf } from './portion.ts';

const GENESIS = '0'.repeat(64);

/** One seal and what follows it. */
interface Link {
  seal: SealEntry;
  operation?: { entry: OperationEntry; digest: string };
  /** What the changes that follow are held against: the seal, or one part of it after the other. */
  portion: Portion | undefined;
  /** Of the portions before. */
  changes: number;
  parts: { count: number; changes: number; isWhole: boolean; digests: ReturnType<typeof createHash> };
}

interface Walk {
  report: Report;
  find: (kind: FindingKind, text: string) => void;
  link: Link | undefined;
  announced: { head: string | null; seq: number } | undefined;
  hashes: Set<string>;
  /** The chain's beginning up to here was removed by retention, says a sealed operation. */
  prunedThrough: number;
  missing: { seq: number; operation: number }[];
}

/**
 * Answers what is wrong with an export, given as lines. `head` is a hash noted at an earlier check: it must still be
 * in the chain, else the newest entries were cut off or the chain was made anew.
 */
export async function verifyJournal(
  lines: AsyncIterable<string> | Iterable<string>,
  { head }: { head?: string | undefined } = {},
): Promise<Report> {
  const findings: Finding[] = [];
  const walk: Walk = {
    report: { findings, operations: 0, changes: 0, pruned: 0, head: undefined },
    find: (kind, text) => findings.push({ kind, text }),
    link: undefined,
    announced: undefined,
    hashes: new Set(),
    prunedThrough: 0,
    missing: [],
  };
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    const entry = parse(line);
    if (entry === undefined) walk.find('line.unreadable', `Line ${number} is not a journal entry`);
    else step(walk, line, entry, number);
  }
  close(walk);
  conclude(walk, head);
  return walk.report;
}

function parse(line: string): Entry | undefined {
  try {
    return Entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function step(walk: Walk, line: string, entry: Entry, number: number): void {
  const { link } = walk;
  switch (entry.entry) {
    case 'journal':
      if (number !== 1) walk.find('line.unreadable', `Line ${number} is a second beginning`);
      else walk.announced = entry;
      break;
    case 'seal':
      close(walk);
      follow(walk, entry);
      break;
    case 'part':
      if (link?.seal.operation === entry.operation && link.seal.parts !== undefined)
        divide(walk, link, entry);
      else
        walk.find('seal.moved', `A part of operation ${entry.operation} has no seal here (line ${number})`);
      break;
    case 'operation':
      walk.report.operations += 1;
      if (link?.seal.operation === entry.id && link.operation === undefined) {
        link.operation = { entry, digest: sha256(line) };
        if (countOf(link) > 0) walk.find('operation.moved', `Operation ${entry.id} comes after its changes`);
      } else {
        walk.find(
          'operation.added',
          `Operation ${entry.id} (${entry.event}) has no seal here (line ${number})`,
        );
      }
      break;
    case 'change':
      walk.report.changes += 1;
      if (link?.seal.operation === entry.operation && link.portion) link.portion.take(line, entry);
      else walk.find('change.added', `${nameOf(entry)} has no sealed operation here (line ${number})`);
      break;
  }
}

/** Ties a seal to the one before it. */
function follow(walk: Walk, seal: SealEntry): void {
  const last = walk.report.head ?? { seq: 0, hash: GENESIS };
  const name = `Seal ${seal.seq} (operation ${seal.operation})`;
  if (seal.seq <= last.seq) {
    walk.find('seal.moved', `${name} comes after seal ${last.seq}`);
  } else if (seal.seq > last.seq + 1) {
    const gone =
      seal.seq === last.seq + 2 ? `Seal ${last.seq + 1}` : `Seals ${last.seq + 1} to ${seal.seq - 1}`;
    walk.find('seal.removed', `${gone} and what was sealed are missing`);
  } else if (seal.previous !== last.hash) {
    walk.find('chain.broken', `${name} does not continue seal ${last.seq}`);
  }
  if (seal.hash !== linkHash(seal))
    walk.find('seal.edited', `${name} does not have the hash of its contents`);
  walk.hashes.add(seal.hash);
  walk.report.head = { seq: Math.max(seal.seq, last.seq), hash: seal.seq > last.seq ? seal.hash : last.hash };
  walk.link = {
    seal,
    portion: seal.parts === undefined ? portionOf(sealedBy(seal)) : undefined,
    changes: 0,
    parts: { count: 0, changes: 0, isWhole: true, digests: createHash('sha256') },
  };
}

const sealedBy = ({ seq, operation, changes, changesDigest, fingerprints }: SealEntry) => ({
  operation,
  name: `seal ${seq}`,
  changes,
  digest: changesDigest,
  fingerprints,
});

/** A part of the link's changes begins. */
function divide(walk: Walk, link: Link, part: PartEntry): void {
  closePortion(walk, link);
  const { parts, seal } = link;
  const name = `part ${part.number} of seal ${seal.seq}`;
  if (part.number <= parts.count) walk.find('change.moved', `The ${name} comes after part ${parts.count}`);
  else if (part.number > parts.count + 1) lackParts(walk, link, part.number - 1);
  parts.count = Math.max(parts.count, part.number);
  parts.changes += part.changes;
  parts.digests.update(Buffer.from(part.digest, 'hex'));
  link.portion = portionOf({ ...part, name });
}

function lackParts(walk: Walk, { seal, parts }: Link, through: number): void {
  parts.isWhole = false;
  const first = parts.count + 1;
  const gone = first === through ? `part ${first}` : `parts ${first} to ${through}`;
  walk.find('change.removed', `The changes of ${gone} of operation ${seal.operation} are missing`);
}

function closePortion(walk: Walk, link: Link): void {
  const { portion } = link;
  link.portion = undefined;
  if (portion === undefined) return;
  link.changes += portion.count();
  // Whose operation is gone with its changes is missing as a whole.
  if (link.operation !== undefined || portion.count() > 0) walk.report.findings.push(...portion.close());
}

const countOf = ({ changes, portion }: Link): number => changes + (portion?.count() ?? 0);

function linkHash(seal: SealEntry): string {
  const { previous, seq, operation, sealed, changes, operationDigest, changesDigest, parts } = seal;
  const whole = [previous, seq, operation, sealed, changes, operationDigest, changesDigest];
  return sha256([...whole, ...(parts === undefined ? [] : [parts])].join(' '));
}

/** Holds what followed a seal against it. */
function close(walk: Walk): void {
  const { link, find } = walk;
  walk.link = undefined;
  if (link === undefined) return;
  closePortion(walk, link);
  const { seal, operation, changes } = link;
  if (operation === undefined && changes === 0) {
    walk.missing.push({ seq: seal.seq, operation: seal.operation });
    return;
  }
  if (operation === undefined) {
    find(
      'operation.removed',
      `Operation ${seal.operation} (seal ${seal.seq}) is missing, its changes are not`,
    );
  } else if (operation.digest === seal.operationDigest) {
    walk.prunedThrough = Math.max(walk.prunedThrough, prunedBy(operation.entry));
  } else {
    find('operation.edited', `Operation ${seal.operation} (seal ${seal.seq}) is not as it was sealed`);
  }
  if (seal.parts !== undefined) closeParts(walk, link, seal.parts);
}

function closeParts(walk: Walk, link: Link, sealed: number): void {
  const { seal, parts } = link;
  if (parts.count < sealed) lackParts(walk, link, sealed);
  const isSealed = parts.digests.digest('hex') === seal.changesDigest && parts.changes === seal.changes;
  if (parts.isWhole && (!isSealed || parts.count > sealed))
    walk.find('seal.edited', `The parts of seal ${seal.seq} are not as they were sealed`);
}

function prunedBy({ event, params }: OperationEntry): number {
  const through = params?.['through'];
  return event === 'journal.pruned' && typeof through === 'number' ? through : 0;
}

function conclude(walk: Walk, known: string | undefined): void {
  const { report, find } = walk;
  for (const { seq, operation } of walk.missing) {
    if (seq <= walk.prunedThrough) report.pruned += 1;
    else find('operation.removed', `Operation ${operation} (seal ${seq}) is missing with its changes`);
  }
  const last = report.head;
  if (walk.announced === undefined) {
    find('line.unreadable', 'The export has no beginning');
  } else if (walk.announced.head !== (last?.hash ?? null) || walk.announced.seq !== (last?.seq ?? 0)) {
    find(
      'chain.truncated',
      `The export should end with seal ${walk.announced.seq}; it ends with seal ${last?.seq ?? 0}`,
    );
  }
  if (known !== undefined && !walk.hashes.has(known.toLowerCase())) {
    find('chain.truncated', 'The head given is not in the chain: its end was cut off, or it was made anew');
  }
}

function nameOf({ id, operation, table, key }: ChangeEntry): string {
  return `Change ${id} (${table} ${key}, operation ${operation})`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

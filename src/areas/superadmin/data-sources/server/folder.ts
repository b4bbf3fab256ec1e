/** A look at where a source's files come from, for whoever sets it up. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { SourceFailure } from '#connectors/source/port.ts';
import { openRemote, type RemoteAccess } from '#server/import/remote-source.ts';
import { filesIn, isSettled } from '#server/import/source-folder.ts';

import { accessProblems, type FolderState } from '../contract.ts';

const SHOWN = 20;
const FIRST_BYTES = 4_096;

export async function lookInto(importFolder: string | undefined, folder: string): Promise<FolderState> {
  const nothing = { files: [], looksLike: null, problem: null, hostKey: null };
  if (importFolder === undefined) return { state: 'not-configured', ...nothing };
  const path = join(importFolder, folder);
  const found = await filesIn(path);
  if (found === undefined) return { state: 'no-folder', ...nothing };
  const newest = found.at(-1);
  if (!newest) return { state: 'no-file', ...nothing };
  const files = found
    .slice(-SHOWN)
    .toReversed()
    .map(({ name, size, changedAt }) => ({ name, size, changed: changedAt.toISOString() }));
  const begins = await beginning(join(path, newest.name));
  if (begins === undefined) return { ...nothing, state: 'unreadable', files };
  return {
    ...nothing,
    state: found.every(isSettled) ? 'ready' : 'growing',
    files,
    looksLike: kindOf(begins),
  };
}

async function beginning(path: string): Promise<Buffer | undefined> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** By what the file begins with, not by what it is called. */
function kindOf(begins: Buffer): FolderState['looksLike'] {
  if (begins.subarray(0, 2).toString('latin1') === 'PK') return 'oneroster';
  const text = begins.toString('latin1').replaceAll('\0', '');
  if (/^(\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)?\s*<(\?xml|enterprise)/.test(text)) return 'pifu';
  const [first = ''] = text.split(/\r?\n|\r/, 1);
  return /[;,\t]/.test(first) ? 'csv' : 'unknown';
}

/** As `lookInto`, of another system: signs in, and reads the beginning of the file there. */
export async function lookAt(access: RemoteAccess, now: Date): Promise<FolderState> {
  const nothing = { files: [], looksLike: null, problem: null, hostKey: null };
  try {
    const content = await openRemote(access);
    if (!content) return { ...nothing, state: 'no-file' };
    try {
      if (!content.bytes) return { ...nothing, state: 'ready' };
      const { fileName: name, size = 0, changedAt = now } = content;
      const files = [{ name, size, changed: changedAt.toISOString() }];
      return { ...nothing, state: 'ready', files, looksLike: kindOf(await firstOf(content.bytes)) };
    } finally {
      await content.close();
    }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    const problem = accessProblems.find((one) => one === error.code) ?? 'fetch.unreachable';
    const hostKey = problem === 'fetch.host-key' ? error.found : null;
    return { ...nothing, state: 'unreachable', problem, hostKey };
  }
}

async function firstOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length >= FIRST_BYTES) break;
  }
  return Buffer.concat(pieces);
}

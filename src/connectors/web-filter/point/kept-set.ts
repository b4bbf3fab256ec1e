/**
 * The last set a point held, in a file: a point that starts while the portal is away still holds every lock. It names
 * pupils, so only its owner may read it, and it is written whole or not at all.
 */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { z } from 'zod';

import { Version, WireAddresses, WireLease } from '../protocol/messages.ts';

const KeptSet = z.object({
  format: z.literal(1),
  /** Whose set it is: a folder that another point used says nothing. */
  point: z.string(),
  version: Version,
  /** When the portal last said that this was all, by its time. */
  confirmed: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .optional(),
  /** How far the portal's time was from the machine's own, and how surely. */
  clock: z.object({ offset: z.number(), roundTrip: z.number() }).optional(),
  held: z.array(z.object({ lease: WireLease, since: z.iso.datetime().transform((text) => new Date(text)) })),
  addresses: z.array(WireAddresses),
});
export type KeptSet = z.output<typeof KeptSet>;

export interface Keeper {
  /** Undefined: nothing was kept, or nothing that can be read. */
  load: () => Promise<KeptSet | undefined>;
  /** Writes the newest of what it was given; what came between is left out. */
  save: (set: KeptSet) => void;
  /** When everything it was given is on the disk. */
  settled: () => Promise<void>;
}

export function openKeeper(file: string, failed: (error: unknown) => void): Keeper {
  let waiting: KeptSet | undefined;
  let writing: Promise<void> | undefined;

  async function write(set: KeptSet): Promise<void> {
    await mkdir(dirname(file), { recursive: true });
    const draft = `${file}.new`;
    await rm(draft, { force: true });
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(set));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  }

  async function writeAll(): Promise<void> {
    for (let next = waiting; next; next = waiting) {
      waiting = undefined;
      try {
        await write(next);
      } catch (error) {
        failed(error);
      }
    }
    writing = undefined;
  }

  return {
    async load() {
      try {
        const read = KeptSet.safeParse(JSON.parse(await readFile(file, 'utf8')));
        if (!read.success) failed(read.error);
        return read.data;
      } catch (error) {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
        if (!isMissing) failed(error);
        return undefined;
      }
    },
    save(set) {
      waiting = set;
      writing ??= writeAll();
    },
    settled: () => writing ?? Promise.resolve(),
  };
}

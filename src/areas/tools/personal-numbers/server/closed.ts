/** Whether numbers can be changed now: before 16:00, and not while an import runs (specification §9). */
import { z } from 'zod';

import type { Db } from '#server/db.ts';

import { isClosed, usualWindow } from '../rules.ts';
import { importState } from './changes.ts';

const Window = z.object({ from: z.string(), to: z.string() });

/** The hours in which they are closed, where they are. */
export async function isClosedNow({
  db,
  now,
}: {
  db: Db;
  now: Date;
}): Promise<z.output<typeof Window> | undefined> {
  const state = await importState(db);
  const stored = Window.safeParse(state.window);
  const window = stored.success ? stored.data : usualWindow;
  return isClosed(now, window, state.runs) ? window : undefined;
}

import { Refused } from '#web/api/failure.ts';

import type { FolderState } from '../contract.ts';

const nothing = { files: [], looksLike: null, problem: null, hostKey: null };

/** What a trial found; a refusal of its input is that something is missing. */
export async function testAccess(ask: () => Promise<FolderState>): Promise<FolderState> {
  try {
    return await ask();
  } catch (error) {
    return { ...nothing, state: error instanceof Refused ? 'incomplete' : 'unreachable' };
  }
}

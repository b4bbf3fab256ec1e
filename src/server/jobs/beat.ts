/**
 * Work that is due all the time rather than at a time: a look at the database every second or so, by every node. Each
 * piece finds out by itself whether there is anything to do and whether another node is at it.
 */
import type { Lifecycle } from '#server/lifecycle.ts';
import { log } from '#server/log.ts';
import { isDatabaseLost } from '#server/postgres/lost.ts';

export interface Beat {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

/** Begins at once; one run at a time, and the next so long after its end. A run that fails is tried again. */
export function startBeat({ name, everyMs, run }: Beat, lifecycle: Lifecycle): void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const turn = async (): Promise<void> => {
    try {
      await run();
    } catch (error) {
      // While the database is away the requests say so already.
      if (isDatabaseLost(error)) log.debug(error, `${name} waits for the database`);
      else log.error(error, `${name} failed`);
    }
    if (!isStopped) timer = setTimeout(next, everyMs);
  };
  let running = turn();
  function next(): void {
    running = turn();
  }
  lifecycle.onStop(name, () => {
    isStopped = true;
    clearTimeout(timer);
    return running;
  });
}

import { readConfig } from '#server/config/read.ts';
/**
 * One process for all portals of a run, each with a database, a data folder and a port of its own. What the portal's
 * program loads is loaded once, and is warm for the portals that follow; `portals.ts` says what to open and close.
 */
import { type Lifecycle, openLifecycle } from '#server/lifecycle.ts';
import { openPortal } from '#server/portal.ts';

export type Wish =
  | { act: 'open'; name: string; environment: Record<string, string> }
  | { act: 'close'; name: string };
export type Done = { name: string; port?: number; error?: string };

const open = new Map<string, Lifecycle>();

async function carryOut(wish: Wish): Promise<number | undefined> {
  if (wish.act === 'close') {
    await open.get(wish.name)?.stop();
    open.delete(wish.name);
    return undefined;
  }
  const lifecycle = openLifecycle();
  open.set(wish.name, lifecycle);
  const { port } = await openPortal(readConfig(wish.environment), lifecycle);
  return port;
}

process.on('message', (wish: Wish) => {
  const answer = (done: Omit<Done, 'name'>) => process.send?.({ name: wish.name, ...done });
  carryOut(wish).then(
    (port) => answer(port === undefined ? {} : { port }),
    (error: unknown) =>
      answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

/** A federation whose library is read when somebody first goes there: no start of the portal waits for it. */
import type { Federation } from './port.ts';

export function lazyFederation(realms: readonly string[], open: () => Promise<Federation>): Federation {
  let opened: Promise<Federation> | undefined;
  const get = () => (opened ??= open());
  return {
    realms,
    start: async (wish) => (await get()).start(wish),
    finish: async (address, visit) => (await get()).finish(address, visit),
    endSessionUrl: async (idToken) => (await get()).endSessionUrl(idToken),
  };
}

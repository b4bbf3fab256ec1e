/** Where the simulated federation keeps its sign-ins: in memory, since it forgets everybody when the demo stops. */
import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Kept {
  payload: AdapterPayload;
  /** Milliseconds since 1970. */
  until: number;
}

const MOST_KEPT = 20_000;

/** One per provider: sessions, grants and codes refer to one another by grant and by uid. */
export function memoryAdapters(): (model: string) => Adapter {
  const kept = new Map<string, Kept>();

  function find(key: string): AdapterPayload | undefined {
    const found = kept.get(key);
    if (found && found.until > Date.now()) return found.payload;
    kept.delete(key);
    return undefined;
  }

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`;
    const byOther = (isIt: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([key, { payload }]) => key.startsWith(`${model}:`) && isIt(payload))?.[1].payload;
    return {
      upsert: async (id, payload, expiresIn = 3_600) => {
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(keyOf(id), { payload, until: Date.now() + expiresIn * 1000 });
      },
      find: async (id) => find(keyOf(id)),
      findByUid: async (uid) => byOther((payload) => payload.uid === uid),
      findByUserCode: async (code) => byOther((payload) => payload.userCode === code),
      consume: async (id) => {
        const payload = find(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => {
        kept.delete(keyOf(id));
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}

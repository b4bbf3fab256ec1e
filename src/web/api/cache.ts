/**
 * Answers to GET kept by address with parameters (specification §4 "Caching", §9). In memory; code lists without
 * person data may be kept in local or session storage instead (ASVS 5.0 §14.3.2).
 */
import type { Browser } from './browser.ts';

export type Persistence = 'memory' | 'local' | 'session';

interface Entry {
  /** Milliseconds since 1970. */
  lastUpdated: number;
  data: unknown;
}

export interface Cache {
  read: (address: string) => { data: unknown } | undefined;
  /** `codeList`: nothing about persons, so it may outlive the page. */
  write: (address: string, data: unknown, options: { codeList: boolean }) => void;
  clear: (address?: string) => void;
  clearOlderThan: (ms: number) => void;
  /** Where code lists are kept from now on; a change empties everything. */
  persist: (where: Persistence) => void;
}

const PREFIX = 'vaktmester.cache ';
const MAXIMUM_AGE_MS = 5 * 60_000;
const MOST_ENTRIES = 500;

const keptKeys = (kept: Storage) => Object.keys(kept).filter((key) => key.startsWith(PREFIX));

type Kept = Pick<Browser, 'now'> & { local: Storage; session: Storage };

export function createCache({ local, session, now }: Kept): Cache {
  const memory = new Map<string, Entry>();
  let persistence: Persistence = 'memory';

  const storage = () => ({ memory: undefined, local, session })[persistence];
  const isFresh = ({ lastUpdated }: Entry, age = MAXIMUM_AGE_MS) => now() - lastUpdated <= age;

  function find(address: string): Entry | undefined {
    return memory.get(address) ?? parse(storage()?.getItem(PREFIX + address) ?? null);
  }

  function remove(isGone: (address: string, entry: Entry | undefined) => boolean): void {
    for (const [address, entry] of memory) if (isGone(address, entry)) memory.delete(address);
    for (const kept of [local, session]) {
      for (const key of keptKeys(kept)) {
        if (isGone(key.slice(PREFIX.length), parse(kept.getItem(key)))) kept.removeItem(key);
      }
    }
  }

  return {
    read: (address) => {
      const entry = find(address);
      return entry && isFresh(entry) ? { data: entry.data } : undefined;
    },
    write: (address, data, { codeList }) => {
      const entry: Entry = { lastUpdated: now(), data };
      const kept = codeList ? storage() : undefined;
      if (kept) return keep(kept, PREFIX + address, entry);
      if (memory.size >= MOST_ENTRIES) memory.clear();
      memory.set(address, entry);
    },
    clear: (address) => remove((kept) => address === undefined || kept === address),
    clearOlderThan: (ms) => remove((_, entry) => entry === undefined || !isFresh(entry, ms)),
    persist: (where) => {
      if (where === persistence) return;
      remove(() => true);
      persistence = where;
    },
  };
}

/** A full storage is no reason to fail: the answer is simply asked for again. */
function keep(kept: Storage, key: string, entry: Entry): void {
  try {
    kept.setItem(key, JSON.stringify(entry));
  } catch {
    kept.removeItem(key);
  }
}

function parse(text: string | null): Entry | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('lastUpdated' in value) || !('data' in value))
      return undefined;
    return { lastUpdated: Number(value.lastUpdated), data: value.data };
  } catch {
    return undefined;
  }
}

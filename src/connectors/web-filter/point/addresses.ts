/** Who sits at which address, as the schools have said it (docs/web-filter-protocol.md). The narrowest range counts. */
import { BlockList, isIP } from 'node:net';

import type { WireAddresses } from '../protocol/messages.ts';

export interface HeldAddresses {
  apply: (change: {
    from: string | null;
    addresses: readonly WireAddresses[];
    gone: readonly string[];
  }) => void;
  userAt: (address: string) => string | undefined;
  all: () => readonly WireAddresses[];
}

interface Range {
  bits: number;
  list: BlockList;
  family: 'ipv4' | 'ipv6';
  user: string;
}

interface Known {
  single: ReadonlyMap<string, string>;
  /** The narrowest first. */
  ranges: readonly Range[];
}

export function holdAddresses(): HeldAddresses {
  const bySchool = new Map<string, WireAddresses>();
  let known: Known = { single: new Map(), ranges: [] };
  return {
    apply({ from, addresses, gone }) {
      // Most answers say nothing of addresses, and there may be tens of thousands.
      if (from !== null && addresses.length === 0 && gone.length === 0) return;
      if (from === null) bySchool.clear();
      for (const school of gone) bySchool.delete(school);
      for (const one of addresses) bySchool.set(one.school, one);
      known = read([...bySchool.values()].flatMap(({ users }) => users));
    },
    userAt(spoken) {
      const address = plainAddress(spoken);
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      const single = known.single.get(address);
      if (single !== undefined) return single;
      return known.ranges.find((range) => range.family === family && range.list.check(address, family))?.user;
    },
    all: () => [...bySchool.values()],
  };
}

/** As a machine that speaks both kinds may call an address of the older kind. */
export const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();

function read(users: readonly (readonly [address: string, user: string])[]): Known {
  const single = new Map<string, string>();
  const ranges: Range[] = [];
  for (const [written, user] of users) {
    const [address = '', width] = written.split('/');
    const version = isIP(address);
    if (version === 0) continue;
    if (width === undefined) {
      single.set(plainAddress(address), user);
      continue;
    }
    const family = version === 6 ? 'ipv6' : 'ipv4';
    const bits = Number(width);
    const list = new BlockList();
    try {
      list.addSubnet(address, bits, family);
    } catch {
      continue;
    }
    ranges.push({ bits, list, family, user });
  }
  return { single, ranges: ranges.toSorted((one, other) => other.bits - one.bits) };
}

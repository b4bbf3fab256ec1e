/** Enforcement points for tests: made in the database, asking the portal over the real protocol. */
import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import { z } from 'zod';

import { holdLeases, type HeldLeases } from '#connectors/web-filter/point/held-leases.ts';
import type { PortalLink, Served } from '#connectors/web-filter/port.ts';
import { leaseOf } from '#connectors/web-filter/protocol/lease.ts';
import { openLink } from '#connectors/web-filter/protocol/link.ts';
import type { LeasesAnswer, Report, WireLease } from '#connectors/web-filter/protocol/messages.ts';
import { openPortalTime } from '#connectors/web-filter/protocol/portal-time.ts';
import type { Key } from '#connectors/web-filter/protocol/signature.ts';
import { accessUnder, judge } from '#kernel/internet/decide.ts';
import { locksReaching } from '#kernel/internet/lease.ts';
import type { House } from '#server/testing/house.ts';

import { handedTo } from './handed.ts';
import { readLeases } from './leases.ts';
import { insertPoint } from './store.ts';

/** `schools`: by code; none = the whole owner. */
export async function makePoint(house: House, name: string, schools: readonly string[] = []): Promise<Key> {
  const secret = randomBytes(32);
  const id = await house.seed(async ({ tx, schoolId }) => {
    const schoolIds = await Promise.all(schools.map(schoolId));
    const cipher = house.services.pointSecrets.encrypt(secret.toString('base64url'));
    const wanted = { name, kind: 'squid' as const, wholeOwner: schools.length === 0, schoolIds };
    return insertPoint(tx, wanted, { cipher, by: 'Prøve', now: house.clock.now() });
  });
  return { id, secret };
}

/** The link asks by these two. */
const Method = z.enum(['GET', 'POST']).default('GET');

/** The way to a house without a network: each request is handed to its application as it was written. */
export function fetchFrom({ app }: Pick<House, 'app'>): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const answer = await app.inject({
      method: Method.parse(init?.method),
      url: url.pathname + url.search,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.body instanceof Uint8Array && { payload: Buffer.from(init.body) }),
    });
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    });
  };
}

/** Until this node knows what the database says: notices take a moment. */
export async function caughtUp({ db, clock, services: { webFilter } }: House): Promise<void> {
  const { feed } = webFilter;
  const { rows: schools } = await sql<{ id: number }>`select id from school`.execute(db);
  // What one school's point is told may change while the whole does not.
  const points: Served[] = [{ schoolIds: undefined }, ...schools.map(({ id }) => ({ schoolIds: [id] }))];
  const stored = await readLeases(db, clock.now(), undefined);
  for (const served of points) {
    const wanted = revisionsOf(stored.flatMap((lease) => handedTo(served, lease) ?? []));
    for (let turn = 0; revisionsOf(feed.leasesOf(served)) !== wanted; turn += 1) {
      if (turn === 20) throw new Error('The leases never became what the database says');
      await feed.next(served, feed.versionOf(served), 500);
    }
  }
}

const revisionsOf = (leases: readonly WireLease[]): string =>
  leases
    .map(({ id, revision }) => `${id} ${revision}`)
    .toSorted()
    .join();

export interface TestPoint {
  link: PortalLink;
  /** What it holds by asking only for changes. */
  held: HeldLeases;
  version: () => string | undefined;
  /** Asks once and takes the answer in. */
  ask: (waitS?: number) => Promise<LeasesAnswer>;
  /** Whether somebody gets through, by what it was told alone. */
  lets: (user: string, address: string, at?: Date) => boolean;
  report: (more?: Partial<Report>) => Promise<unknown>;
}

export function openPoint(house: House, key: Key, from: Pick<House, 'app'> = house): TestPoint {
  const { clock } = house;
  const time = openPortalTime(() => clock.now().getTime());
  const link = openLink({ portal: 'http://portal', key, time, now: clock.now, fetch: fetchFrom(from) });
  const held = holdLeases();
  let version: string | undefined;
  return {
    link,
    held,
    version: () => version,
    async ask(waitS = 0) {
      const answer = await link.leases(version, waitS);
      held.apply(answer, clock.now());
      version = answer.version;
      return answer;
    },
    lets(user, address, at = clock.now()) {
      const leases = held.all().map(({ lease }) => leaseOf(lease));
      return judge(accessUnder(locksReaching(leases, user, at)), address).open;
    },
    report: (more = {}) =>
      link.report({
        version: version ?? null,
        software: 'Squid 5.7',
        clock: { offset: 0, roundTrip: 2, machine: clock.now().toISOString() },
        holding: held.all().map(({ lease, since }) => ({
          lock: lease.id,
          revision: lease.revision,
          since: since.toISOString(),
        })),
        refused: 0,
        cut: 0,
        signIns: [],
        cannot: [],
        ...more,
      }),
  };
}

import { randomBytes } from 'node:crypto';

import { DatabaseError } from 'pg';

import { isLockWithin } from '#areas/internet/locks/server/service.ts';
import { SILENT_AFTER } from '#connectors/web-filter/protocol/messages.ts';
import { refuse } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';
import { implement } from '#server/http/endpoint.ts';
import type { Services } from '#server/services.ts';

import { type Point, points } from '../contract.ts';
import { isClockOff, stateOf } from '../rules.ts';
import * as store from './store.ts';

const SECRET_BYTES = 32;

export const pointHandlers = implement(points, {
  async list({ db, scope, services, now }) {
    const found = await store.listPoints(db, scope, now);
    return { Items: found.map((point) => asPoint(point, services, now)), updated: now.toISOString() };
  },

  async holders({ db, scope, services, now, input: { lock } }) {
    if (!(await isLockWithin(db, scope, lock, now))) refuse('internet-lock.not-found');
    const realNow = services.webFilter.realTime();
    const holders = await store.holdersOf(db, [lock], realNow);
    const expected = services.webFilter.feed.leasesOf({ schoolIds: undefined }).some(({ id }) => id === lock);
    return {
      expected,
      Items: holders.map(({ id, name, kind, alive, aliveSince, since }) => ({
        id,
        name,
        kind,
        state: alive ? ('alive' as const) : aliveSince === null ? ('never' as const) : ('silent' as const),
        since: since?.toISOString() ?? null,
      })),
    };
  },

  async detail({ db, scope, services, now, input: { id } }) {
    const found = (await store.findPoint(db, scope, { id, now })) ?? refuse('point.not-found');
    const holding = await store.holdingOf(db, scope, id);
    const current = new Map(wantedBy(found, services).map((lease) => [lease.id, lease]));
    const mine = await store.locksOf(db, scope, [...current.keys()]);
    const held = new Set(holding.map((row) => row.id));
    return {
      ...asPoint(found, services, now),
      held: holding
        .filter(({ until }) => until > now)
        .map(({ revision, ...lock }) =>
          Object.assign(written(lock), {
            since: lock.since.toISOString(),
            current: current.get(lock.id)?.revision === revision,
          }),
        ),
      missing: mine.filter((lock) => !held.has(lock.id)).map(written),
    };
  },

  async add({ db, actor, services, now, input, request }) {
    const schoolIds = await schoolsOf(db, input);
    const secret = newSecret();
    const made = { cipher: services.pointSecrets.encrypt(secret), by: actor?.displayName ?? '', now };
    const id = await unlessTaken(() => store.insertPoint(db, { ...input, schoolIds }, made));
    return { id, name: input.name, secret, portal: portalOf(request.raw.headers) };
  },

  async update({ db, scope, now, input }) {
    const held = { id: input.id, now, hold: true };
    const found = (await store.findPoint(db, scope, held)) ?? refuse('point.not-found');
    if (found.version !== input.version) refuse('row.stale');
    const schoolIds = await schoolsOf(db, input);
    await unlessTaken(() => store.updatePoint(db, input.id, { ...input, schoolIds }));
    return {};
  },

  async renew({ db, scope, services, now, input: { id }, request }) {
    const found = (await store.findPoint(db, scope, { id, now, hold: true })) ?? refuse('point.not-found');
    if (found.kind === 'simulated') refuse('point.simulated');
    const secret = newSecret();
    await store.renewSecret(db, id, services.pointSecrets.encrypt(secret), now);
    return { id, name: found.name, secret, portal: portalOf(request.raw.headers) };
  },

  async remove({ db, scope, now, input: { id } }) {
    if (!(await store.findPoint(db, scope, { id, now, hold: true }))) refuse('point.not-found');
    await store.deletePoint(db, id);
    return {};
  },
});

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

const wantedBy = ({ wholeOwner, schoolIds }: store.StoredPoint, { webFilter }: Services) =>
  webFilter.feed.leasesOf({ schoolIds: wholeOwner ? undefined : schoolIds });

function asPoint(stored: store.StoredPoint, services: Services, now: Date): Point {
  const { seenAt, aliveSince, heldVersion, schoolIds, created, secretSet, roundTripMs: _, ...point } = stored;
  const { webFilter } = services;
  const realNow = webFilter.realTime();
  // Machines live by real time; what is shown stands beside times of the portal's clock, which a demo moves.
  const shown = (at: Date | null) =>
    at === null ? null : new Date(now.getTime() - (realNow.getTime() - at.getTime())).toISOString();
  const state = stateOf(seenAt, realNow, SILENT_AFTER);
  const version = webFilter.feed.versionOf({ schoolIds: point.wholeOwner ? undefined : schoolIds });
  return {
    ...point,
    state,
    seen: shown(seenAt),
    aliveSince: state === 'alive' ? shown(aliveSince) : null,
    clockOff: isClockOff(point.clockMs),
    behind: heldVersion !== version,
    wanted: wantedBy(stored, services).length,
    created: created.toISOString(),
    secretSet: secretSet?.toISOString() ?? null,
  };
}

type LockFacts = Pick<store.Held, 'id' | 'description' | 'school' | 'exam' | 'from' | 'until'>;

const written = ({ id, description, school, exam, from, until }: LockFacts) => ({
  id,
  description,
  school,
  exam,
  from: from.toISOString(),
  until: until.toISOString(),
});

async function schoolsOf(
  db: Db,
  { wholeOwner, schools }: { wholeOwner: boolean; schools: readonly string[] },
): Promise<number[]> {
  if (wholeOwner) return [];
  if (schools.length === 0) {
    refuse('request.invalid', { fields: [{ path: 'schools', key: 'required', params: {} }] });
  }
  const ids = await store.schoolIdsOf(db, schools);
  return ids.length === new Set(schools).size ? ids : refuse('school.not-found');
}

/** Two who choose the same name at once: the index decides. */
async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'enforcement_point_name') {
      refuse('point.name-taken');
    }
    throw error;
  }
}

/** The portal's address as the one who asks has it, for the ready-made command. */
function portalOf({ origin, host }: { origin?: string | undefined; host?: string | undefined }): string {
  return origin ?? `https://${host ?? 'portal.example.no'}`;
}

/** Whatever happens in whatever order: what a point holds by changes alone is what the database says. */
import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import { explanations } from '#areas/internet/explain/contract.ts';
import { explanationHandlers } from '#areas/internet/locks/server/form-handlers.ts';
import { type Cast, peopleAndGroups } from '#areas/internet/locks/server/testing.ts';
import type { Report } from '#connectors/web-filter/protocol/messages.ts';
import type { Key } from '#connectors/web-filter/protocol/signature.ts';
import { openSimulatedPoint } from '#connectors/web-filter/simulated/point.ts';
import { keysOf } from '#kernel/keys.ts';
import type { Db } from '#server/db.ts';
import { openListener } from '#server/postgres/listener.ts';
import { openHouse } from '#server/testing/house.ts';

import { openFeed } from './feed.ts';
import { simulatedPoint } from './simulated.ts';
import { caughtUp, makePoint, openPoint } from './testing.ts';

const house = await openHouse(explanationHandlers);
let cast: Cast;
let key: Key;

beforeAll(async () => {
  cast = await peopleAndGroups(house);
  key = await makePoint(house, 'Proxy');
});

const MINUTE = 60_000;
const at = (minutes: number) => new Date(house.clock.now().getTime() + minutes * MINUTE);
const groups = ['FJB 8A', 'FJB 8B', 'FJB 8', 'FJB eksamen 1'] as const;
const people = ['anna', 'bent', 'cato', 'dina'] as const;
const domains = ['nrk.no', 'super.nrk.no', 'udir.no'] as const;

/** The newest lock, of which the acts below speak. */
const newest = sql`(select max(id) from internet_lock)`;
const idOf = (name: string) => sql`(select id from groups where name = ${name})`;
const userOf = (name: string) => sql`(select id from users where user_name = ${name})`;

/** What may happen, each as it comes from the acts of the portal: rows written under an operation. */
const happenings = {
  lock: async (tx: Db, n: number) => {
    const group = groups[n % groups.length] ?? 'FJB 8A';
    const exam = group === 'FJB eksamen 1';
    await sql`insert into internet_lock (school_id, description, starts_at, active_from, ends_at, exam, exam_resources,
        own_domains, created_by, created_at)
      select id, ${`Lås ${n}`}, ${at(n - 40)}, ${at(n - 40)}, ${at(n + 5)}, ${exam}, ${exam}, ${[domains[n % 3] ?? '']},
             'Prøve', ${at(-60)} from school where code = 'FJB'`.execute(tx);
    await sql`insert into internet_lock_target (lock_id, group_id, exam_group_id)
      select ${newest}, ${idOf(group)}, (select id from exam_group where name = ${group})`.execute(tx);
  },
  end: (tx: Db, n: number) =>
    sql`update internet_lock set ends_at = greatest(active_from, ${at(0)}) where id = ${newest} - ${n % 3}`.execute(
      tx,
    ),
  remove: (tx: Db, n: number) => sql`delete from internet_lock where id = ${newest} - ${n % 3}`.execute(tx),
  open: (tx: Db, n: number) =>
    sql`insert into internet_lock_opening (lock_id, user_id, until_at, opened_by, opened_at)
      select id, ${userOf(people[n % 4] ?? '')}, ${n % 2 === 0 ? null : at(n)}, 'Prøve', ${at(-1)} from internet_lock
       where id = ${newest} on conflict do nothing`.execute(tx),
  package: (tx: Db, n: number) =>
    sql`insert into internet_lock_package (lock_id, package_id)
      select l.id, p.id from internet_lock l, domain_package p where l.id = ${newest} and p.name = ${n % 2 ? 'Udir' : 'Ordbøker'}
      on conflict do nothing`.execute(tx),
  editPackage: (tx: Db, n: number) =>
    sql`update domain_package set domains = array['ordbokene.no', ${`side${n}.no`}] where name = 'Ordbøker'`.execute(
      tx,
    ),
  page: (tx: Db, n: number) =>
    sql`insert into always_open_page (school_id, domain, added_by, added_at)
      select ${n % 2 ? null : sql`(select id from school where code = 'FJB')`}::int, ${`alltid${n}.no`}, 'Prøve', ${at(0)}
      on conflict do nothing`.execute(tx),
  noPage: (tx: Db) => sql`delete from always_open_page where domain like 'alltid%'`.execute(tx),
  join: (tx: Db, n: number) =>
    sql`insert into membership (group_id, user_id, role, added_at)
      values (${idOf(groups[n % 2] ?? '')}, ${userOf(people[n % 4] ?? '')}, 'student', ${at(0)}) on conflict do nothing`.execute(
      tx,
    ),
  leave: (tx: Db, n: number) =>
    sql`delete from membership where user_id = ${userOf(people[n % 4] ?? '')} and group_id = ${idOf(groups[n % 2] ?? '')}`.execute(
      tx,
    ),
  leaveTomorrow: (tx: Db, n: number) =>
    sql`update membership set end_on = ${n % 2 ? '2026-11-19' : '2026-11-20'}::date where user_id = ${userOf(people[n % 4] ?? '')}`.execute(
      tx,
    ),
  archive: (tx: Db, n: number) =>
    sql`update groups set archived_at = case when archived_at is null then ${at(0)}::timestamptz end where name = ${groups[n % 2]}`.execute(
      tx,
    ),
  nest: (tx: Db, n: number) =>
    n % 2
      ? sql`delete from group_nesting where child_id = ${idOf('FJB 8B')}`.execute(tx)
      : sql`insert into group_nesting (parent_id, child_id, added_at) values (${idOf('FJB 8')}, ${idOf('FJB 8B')}, ${at(0)})
             on conflict do nothing`.execute(tx),
  candidate: (tx: Db, n: number) =>
    n % 3
      ? sql`insert into exam_candidate (exam_group_id, number, user_name, created_at)
          select id, ${n + 10}, ${`fjbeks-${n}`}, ${at(0)} from exam_group on conflict do nothing`.execute(tx)
      : sql`delete from exam_candidate where number > 10`.execute(tx),
  resource: (tx: Db, n: number) =>
    sql`update exam_resource set domains = array['geogebra.org', ${`hjelp${n}.no`}]`.execute(tx),
} satisfies Record<string, (tx: Db, n: number) => Promise<unknown>>;

const anyHappening = constantFrom(...keysOf(happenings));
const anyDay = array(
  array(anyHappening, { minLength: 1, maxLength: 3 }).chain((acts) =>
    integer({ min: 0, max: 40 }).map((n) => ({ acts, n })),
  ),
  { minLength: 4, maxLength: 10 },
);
const addresses = ['nrk.no', 'a.super.nrk.no', 'udir.no', 'geogebra.org', 'fjb.no', 'alltid4.no', 'vg.no'];

describe('by changes alone', () => {
  it('a point holds what the database says, and decides as the portal explains', async () => {
    const point = openPoint(house, key);
    let changes = 0;
    await assert(
      asyncProperty(anyDay, async (day) => {
        for (const { acts, n } of day) {
          await house.seed(async ({ tx }) => {
            for (const act of acts) await happenings[act](tx, n);
          });
          // In the midst of it, as a point asks whenever it pleases.
          if (n % 3 === 0) await point.ask();
        }
        await caughtUp(house);
        const answer = await point.ask();
        if (answer.from !== null) changes += 1;
        const fresh = openPoint(house, key);
        expect((await fresh.ask()).version).toBe(point.version());
        const byId = (one: typeof point) =>
          Object.fromEntries(one.held.all().map(({ lease }) => [lease.id, lease]));
        expect(byId(point)).toEqual(byId(fresh));
        for (const user of ['anna', 'cato', 'fjbeks-1001']) {
          const { verdict } = await cast.ict.call(explanations.explain, {
            userName: user,
            address: 'nrk.no',
          });
          for (const address of addresses) expect(point.lets(user, address)).toBe(fresh.lets(user, address));
          expect([user, point.lets(user, 'nrk.no')]).toEqual([user, verdict?.open]);
        }
      }),
      { numRuns: 25 },
    );
    expect(changes).toBeGreaterThan(15);
  }, 60_000);
});

describe('two nodes', () => {
  it('give the same set the same name, so that a point may ask either', async () => {
    const listener = await openListener(house.url);
    const other = await openFeed({ db: house.db, clock: house.clock }, listener);
    try {
      const everything = { schoolIds: undefined };
      await house.seed(({ tx }) => happenings.lock(tx, 39));
      await caughtUp(house);
      const here = house.services.webFilter.feed.versionOf(everything);
      for (let turn = 0; turn < 20 && other.versionOf(everything) !== here; turn += 1) {
        await other.next(everything, other.versionOf(everything), 500);
      }
      expect(other.versionOf(everything)).toBe(here);
      await house.seed(({ tx }) => happenings.open(tx, 2));
      const change = await other.next(everything, here, 5_000);
      expect(change).toMatchObject({ from: here, gone: [] });
      expect(change.leases).toHaveLength(1);
    } finally {
      await listener.close();
    }
  });

  it('answer at once when the portal’s clock is moved, so that points follow it', async () => {
    await caughtUp(house);
    const { feed } = house.services.webFilter;
    const everything = { schoolIds: undefined };
    const held = feed.versionOf(everything);
    const asked = feed.next(everything, held, 20_000);
    await sql`select pg_notify('demo_clock', '0')`.execute(house.db);
    expect(await asked).toMatchObject({ from: held, version: held, leases: [] });
  });

  it('read again what was missed while nobody listened', async () => {
    const heard = new Map<string, (payload: string | undefined) => void>();
    const deaf = await openFeed(
      { db: house.db, clock: house.clock },
      { on: async (channel, hear) => void heard.set(channel, hear) },
    );
    const everything = { schoolIds: undefined };
    const before = deaf.versionOf(everything);
    await house.seed(({ tx }) => happenings.lock(tx, 38));
    const asked = deaf.next(everything, before, 20_000);
    heard.get('internet_lock')?.(undefined);
    expect((await asked).leases).toHaveLength(1);
  });

  it('hand out a lock from a day before it begins, and no longer than it lasts', async () => {
    const { feed } = house.services.webFilter;
    const everything = { schoolIds: undefined };
    await house.seed(({ tx }) =>
      sql`insert into internet_lock (school_id, description, starts_at, active_from, ends_at, created_by, created_at)
        select id, 'I morgen', ${at(25 * 60)}, ${at(25 * 60)}, ${at(26 * 60)}, 'Prøve', ${at(0)} from school where code = 'FJB'`.execute(
        tx,
      ),
    );
    const isHanded = () => feed.leasesOf(everything).some(({ description }) => description === 'I morgen');
    await feed.look();
    expect(isHanded()).toBe(false);
    house.clock.advance(61 * MINUTE);
    await feed.look();
    expect(isHanded()).toBe(true);
    house.clock.advance(25 * 60 * MINUTE);
    expect(isHanded()).toBe(false);
  });
});

describe('a feed of very many points', () => {
  it('tells each of them what has changed alone, whatever else it has told since', async () => {
    const { feed } = house.services.webFilter;
    const codes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
    const ids = await house.seed(async (seed) => {
      for (const code of codes) {
        await seed.school(`M${code}`, `Mange ${code}`);
        await sql`insert into internet_lock (school_id, description, starts_at, active_from, ends_at, created_by, created_at)
          values (${await seed.schoolId(`M${code}`)}, ${code}, ${at(-1)}, ${at(-1)}, ${at(60)}, 'Prøve', ${at(-1)})`.execute(
          seed.tx,
        );
      }
      return Promise.all(codes.map((code) => seed.schoolId(`M${code}`)));
    });
    await feed.look();
    await expect.poll(() => feed.leasesOf({ schoolIds: ids })).toHaveLength(codes.length);
    // Any of the schools together: as many points as there are sets.
    const points = Array.from({ length: 2 ** codes.length - 1 }, (_, index) => ({
      schoolIds: ids.filter((_id, bit) => ((index + 1) & (1 << bit)) !== 0),
    }));
    const versions = points.map((served) => feed.versionOf(served));
    expect(new Set(versions).size).toBe(points.length);
    const said = await Promise.all(points.map((served, index) => feed.next(served, versions[index], 0)));
    expect(said.map(({ from }) => from)).toEqual(versions);
  });
});

describe('a feed whose database goes away', () => {
  it('says what it knew, and reads again what it could not', async () => {
    const heard = new Map<string, (payload: string | undefined) => void>();
    let isAway = false;
    const db = new Proxy(house.db, {
      get(target, name) {
        if (isAway) throw new Error('The database is away');
        const value: unknown = Reflect.get(target, name, target);
        // Its methods know only the builder itself.
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const feed = await openFeed(
      { db, clock: house.clock },
      { on: async (channel, hear) => void heard.set(channel, hear) },
    );
    const everything = { schoolIds: undefined };
    const before = feed.versionOf(everything);
    await house.seed(({ tx }) => happenings.lock(tx, 36));
    const { rows } = await sql<{ id: number }>`select max(id) as id from internet_lock`.execute(house.db);
    isAway = true;
    heard.get('internet_lock')?.(String(rows[0]?.id));
    await expect(feed.look()).rejects.toThrow('away');
    expect(await feed.next(everything, before, 0)).toMatchObject({ from: before, leases: [] });
    isAway = false;
    await feed.look();
    expect((await feed.next(everything, before, 0)).leases).toMatchObject([{ id: rows[0]?.id }]);
  });
});

describe('a feed that reads one lock and all of them at once', () => {
  it('ends with what was written last, whichever answer comes last', async () => {
    const heard = new Map<string, (payload: string | undefined) => void>();
    // Each reading is done at once, and its answer is held until it is let go.
    const gates: PromiseWithResolvers<void>[] = [];
    let reads = 0;
    const held = () => {
      const plain = house.db.withoutPlugins();
      const gate = gates.shift();
      return {
        getExecutor: () =>
          new Proxy(plain.getExecutor(), {
            get(target, name) {
              if (name !== 'executeQuery') {
                const value: unknown = Reflect.get(target, name, target);
                return typeof value === 'function' ? (value.bind(target) as unknown) : value;
              }
              return async (query: Parameters<typeof target.executeQuery>[0]) => {
                const answer = await target.executeQuery(query);
                reads += 1;
                await gate?.promise;
                return answer;
              };
            },
          }),
      };
    };
    const db = new Proxy(house.db, {
      get: (target, name) =>
        name === 'withoutPlugins' ? held : (Reflect.get(target, name, target) as unknown),
    });
    await house.seed(({ tx }) => happenings.lock(tx, 36));
    const { rows } = await sql<{ id: number }>`select max(id) as id from internet_lock`.execute(house.db);
    const id = rows[0]?.id;
    const feed = await openFeed(
      { db, clock: house.clock },
      { on: async (channel, hear) => void heard.set(channel, hear) },
    );
    const [one, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gates.push(one, all);
    const before = reads;
    heard.get('internet_lock')?.(String(id));
    await expect.poll(() => reads).toBe(before + 1);
    await house.seed(({ tx }) =>
      sql`update internet_lock set description = 'Skrevet sist' where id = ${id}`.execute(tx),
    );
    heard.get('internet_lock')?.('all');
    await expect.poll(() => reads).toBe(before + 2);
    one.resolve();
    // The first has been taken in before the second comes.
    await new Promise(setImmediate);
    all.resolve();
    const told = () => feed.leasesOf({ schoolIds: undefined }).find((lease) => lease.id === id)?.description;
    await expect.poll(told).toBe('Skrevet sist');
  });
});

describe('the simulated point of the demo', () => {
  it('holds what a real one would, says so, and is made once', async () => {
    const { webFilter } = house.services;
    const id = await simulatedPoint(house.db, house.clock.now());
    expect(await simulatedPoint(house.db, house.clock.now())).toBe(id);
    await house.seed(async ({ tx }) => {
      // Whatever became of her membership in the stories above.
      await happenings.leave(tx, 0);
      await happenings.join(tx, 0);
      await happenings.lock(tx, 0);
    });
    await caughtUp(house);
    const reported = Promise.withResolvers<Report>();
    const engine = await openSimulatedPoint(
      { id, schoolIds: undefined },
      {
        ...webFilter,
        note: async (point, report) => {
          await webFilter.note(point, report);
          if (report.version !== null) reported.resolve(report);
        },
      },
    );
    try {
      const { holding, version } = await reported.promise;
      expect(version).toBe(webFilter.feed.versionOf({ schoolIds: undefined }));
      expect(holding.map(({ lock }) => lock)).toEqual(
        webFilter.feed.leasesOf({ schoolIds: undefined }).map((lease) => lease.id),
      );
      expect(engine.decide({ user: 'anna', machine: '10.0.0.1', address: 'vg.no:443' }).open).toBe(false);
      const { rows } = await sql`select from enforcement_holding where point_id = ${id}::uuid`.execute(
        house.db,
      );
      expect(rows).toHaveLength(holding.length);
    } finally {
      await engine.close();
    }
  });
});

/**
 * A day of locks while the portal, the point, its Squid and the network between them are killed at random. No lock
 * outlives its end by more than a second, none is missing for more than five seconds after all is up again, and one
 * that was held before is held throughout. `KILLS=50` asks for more than the few of every run.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openRelay, type Relay } from '#connectors/web-filter/squid/testing/relay.ts';
import {
  ask,
  freePort,
  includeHosts,
  squidFolder,
  whyNoSquid,
} from '#connectors/web-filter/squid/testing/squid.ts';
import { openWorld, type World } from '#connectors/web-filter/squid/testing/world.ts';
import { testDatabase } from '#server/testing/database.ts';
import { type PortalProcess, runProcess } from '#server/testing/process.ts';

import { random } from '../crash/nights.ts';
import { crashingPortal, seed, seedPortal } from '../crash/portal.ts';
import { faultsIn, type Lock, type Outage, type Sample } from './faults.ts';

const KILLS = Number(process.env['KILLS'] ?? 3);
const SEED = Number(process.env['KILLS_SEED'] ?? 20_261_122);
const GROUPS = 6;
const ASK_EVERY_MS = 60;
const LOCK_EVERY_MS = 700;

const reason = whyNoSquid();
const people = Array.from({ length: GROUPS }, (_, index) => `elev${index + 1}`);
const addressOf = (user: string) => `127.88.0.${people.indexOf(user) + 1}`;

const database = await testDatabase();
const { db } = database;
const chance = random(SEED);
const between = (least: number, most: number) => least + Math.floor(chance() * (most - least));

const name = `a point, its Squid and the portal, killed ${KILLS} times (seed ${SEED})`;
describe.skipIf(reason !== undefined)(`${name}${reason ? `, skipped: ${reason}` : ''}`, () => {
  const { folder, remove } = reason === undefined ? squidFolder() : { folder: '', remove: () => {} };
  const locks: Lock[] = [];
  const samples: Sample[] = [];
  const outages: Outage[] = [];
  const ending = new AbortController();
  let portal: ReturnType<typeof crashingPortal>;
  let relay: Relay;
  let world: World;
  let point: PortalProcess;
  let port: number;
  let environment: Record<string, string>;

  async function startPoint(): Promise<void> {
    point = runProcess(environment, [], 'src/server/commands/web-filter.ts');
    await point.open();
  }
  const killPoint = async () => {
    point.process.kill('SIGKILL');
    await point.end();
  };
  /** The Squid of the point, as the point itself has written it down. */
  async function killSquid(): Promise<void> {
    const note = await readFile(join(folder, 'point', 'squid', 'squid.pid'), 'utf8');
    process.kill(Number(/"pid":(\d+)/.exec(note)?.[1]), 'SIGKILL');
  }

  const happenings: Record<string, () => Promise<void>> = {
    'portal killed': async () => {
      await portal.kill();
      await delay(between(0, 1_500));
      await portal.start();
    },
    'point killed': async () => {
      await killPoint();
      await delay(between(0, 500));
      await startPoint();
    },
    'both killed': async () => {
      await Promise.all([portal.kill(), killPoint()]);
      await startPoint();
      await delay(between(0, 1_000));
      await portal.start();
    },
    'Squid killed': killSquid,
    'network cut': async () => {
      relay.set('cut');
      await delay(between(500, 3_000));
      relay.set('whole');
    },
    'network silent': async () => {
      relay.set('swallow');
      await delay(between(500, 4_000));
      relay.set('whole');
    },
  };

  /** A lock on one group, some now and some ahead, some overlapping. */
  async function layLock(): Promise<void> {
    const user = people[between(0, GROUPS)] ?? '';
    const from = Date.now() + (chance() < 0.5 ? 0 : between(200, 6_000));
    const until = from + between(1_000, 12_000);
    await seed(db, async ({ tx }) => {
      await sql`with made as (
          insert into internet_lock (school_id, description, starts_at, active_from, ends_at, exam, exam_resources,
            own_domains, created_by, created_at)
          select id, 'Prøve', ${new Date(from)}, ${new Date(from)}, ${new Date(until)}, false, false, '{}'::text[],
                 'Prøve', ${new Date()} from school where code = 'EGEN' returning id)
        insert into internet_lock_target (lock_id, group_id)
        select made.id, g.id from made, groups g where g.name = ${`EGEN ${user}`}`.execute(tx);
    });
    locks.push({ user, from, until, committed: Date.now() });
  }

  async function every(ms: number, work: () => Promise<void>): Promise<void> {
    while (!ending.signal.aborted) {
      await work();
      await delay(ms);
    }
  }

  let turn = 0;
  async function sample(): Promise<void> {
    turn += 1;
    const user = people[turn % GROUPS] ?? '';
    const asked = Date.now();
    const said = await ask(port, addressOf(user), 'http://vg.no/');
    samples.push({ user, asked, answered: Date.now(), said });
  }

  const isUp = async () => {
    const said = await ask(port, addressOf(people[0] ?? ''), 'http://vg.no/');
    return said !== 'away';
  };

  beforeAll(async () => {
    const [portalPort, squidPort] = [await freePort(), await freePort()];
    port = squidPort;
    await seedPortal(database, people);
    await seed(db, async (rows) => {
      for (const user of people) {
        await rows.group({ name: `EGEN ${user}`, school: 'EGEN' });
        await rows.member({ group: `EGEN ${user}`, user });
        await sql`insert into machine_address (school_id, address, user_name)
          values (${await rows.schoolId('EGEN')}, ${addressOf(user)}::inet, ${user})`.execute(rows.tx);
      }
    });
    portal = crashingPortal(database.url, {
      PORT: String(portalPort),
      VAKTMESTER_DATA: join(folder, 'data'),
    });
    await portal.start();
    relay = await openRelay(portalPort);
    world = await openWorld(folder, ['vg.no']);
    const { status, body } = await portal.visitor.send('POST /internetlock/points', { name: 'Squid' });
    if (status !== 200) throw new Error(`No point was made: ${JSON.stringify(body)}`);
    environment = {
      WEB_FILTER_PORTAL: `http://127.0.0.1:${relay.port}`,
      WEB_FILTER_POINT: String(body['id']),
      WEB_FILTER_SECRET: String(body['secret']),
      WEB_FILTER_FOLDER: join(folder, 'point'),
      WEB_FILTER_IDENTITY: 'addresses',
      WEB_FILTER_LISTEN: `127.0.0.1:${port}`,
      WEB_FILTER_NAME: 'proxy.skole.test',
      WEB_FILTER_INCLUDE: includeHosts(folder, world.hostsFile),
      LOG_LEVEL: 'off',
    };
    await startPoint();
    while (!(await isUp())) await delay(100);
  }, 90_000);

  afterAll(async () => {
    ending.abort();
    point.process.kill('SIGTERM');
    await Promise.all([point.end(), portal.kill()]);
    await Promise.all([relay.close(), world.stop()]);
    remove();
  });

  it('closes and opens on time all the same', { timeout: 120_000 + KILLS * 30_000 }, async () => {
    const working = Promise.all([every(LOCK_EVERY_MS, layLock), every(ASK_EVERY_MS, sample)]);
    const names = Object.keys(happenings);
    for (let round = 0; round < KILLS; round += 1) {
      await delay(between(1_000, 5_500));
      const what = names[between(0, names.length)] ?? '';
      const began = Date.now();
      await happenings[what]?.();
      outages.push({ what, began, over: Date.now() });
    }
    await delay(6_000);
    ending.abort();
    await working;
    expect(faultsIn({ locks, samples, outages })).toEqual([]);
    // It has seen something: locks that held and that ended, and no fewer questions than the time allows.
    const said = Map.groupBy(samples, (one) => one.said);
    expect(said.get('open')?.length).toBeGreaterThan(KILLS * 5);
    expect(said.get('shut')?.length).toBeGreaterThan(KILLS * 5);
  });
});

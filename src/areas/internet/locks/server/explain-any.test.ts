/** Over whatever locks lie in the database, the explanation and the rules said plainly agree. */
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  option,
  record,
  subarray,
} from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';

import { explanations } from '#areas/internet/explain/contract.ts';
import { openHouse } from '#server/testing/house.ts';

import { explanationHandlers } from './form-handlers.ts';
import { type Cast, peopleAndGroups } from './testing.ts';

const house = await openHouse(explanationHandlers);
let cast: Cast;

beforeAll(async () => {
  cast = await peopleAndGroups(house);
});

const MINUTE = 60_000;
const noon = Date.parse('2026-11-20T12:00:00Z');
const groups = ['FJB 8A', 'FJB 8B', 'FJB 8', 'FJB eksamen 1'] as const;
type Group = (typeof groups)[number];
/** Who is under a lock on each of them. */
const reached: Record<Group, readonly string[]> = {
  'FJB 8A': ['anna', 'bent'],
  'FJB 8B': ['cato'],
  'FJB 8': ['anna', 'bent', 'cato'],
  'FJB eksamen 1': ['fjbeks-1001'],
};
const packages = { Udir: ['udir.no', 'eksamen.udir.no'], Ordbøker: ['ordbokene.no'] } as const;
const always = ['fjordby.kommune.no', 'fjb.no'];
const resources = ['geogebra.org'];

const anyLock = record({
  on: subarray([...groups], { minLength: 1 }),
  from: integer({ min: -90, max: 30 }),
  minutes: integer({ min: 1, max: 120 }),
  domains: subarray(['nrk.no', 'super.nrk.no', 'udir.no', '10.0.0.5']),
  packages: subarray(['Udir', 'Ordbøker'] as const),
  resources: boolean(),
  opened: option(
    record({ who: constantFrom('anna', 'cato'), minutes: option(integer({ min: 1, max: 60 })) }),
  ),
});
type AnyLock = typeof anyLock extends Arbitrary<infer Value> ? Value : never;

const question = record({
  who: constantFrom('anna', 'cato', 'fjbeks-1001', 'dina'),
  host: constantFrom(
    'nrk.no',
    'super.nrk.no',
    'a.super.nrk.no',
    'notnrk.no',
    'udir.no',
    'eksamen.udir.no',
    'ordbokene.no',
    'geogebra.org',
    'fjb.no',
    'lunde.no',
    '10.0.0.5',
  ),
  port: constantFrom('', ':443', ':22'),
  minutes: integer({ min: -30, max: 60 }),
});

async function lay(locks: readonly AnyLock[]): Promise<void> {
  await house.seed(async ({ tx }) => {
    await sql`delete from internet_lock`.execute(tx);
    for (const lock of locks) {
      const from = new Date(noon + lock.from * MINUTE);
      const exam = lock.on.includes('FJB eksamen 1');
      const { rows } = await sql<{ id: number }>`
        insert into internet_lock (school_id, description, starts_at, active_from, ends_at, exam, exam_resources,
          own_domains, created_by, created_at)
        select id, 'Any', ${from}, ${from}, ${new Date(from.getTime() + lock.minutes * MINUTE)}, ${exam},
               ${exam && lock.resources}, ${lock.domains}, 'Prøve', '2026-11-19' from school where code = 'FJB'
        returning id`.execute(tx);
      const id = rows[0]?.id;
      await sql`insert into internet_lock_target (lock_id, group_id)
        select ${id}::bigint, id from groups where name = any(${lock.on})`.execute(tx);
      await sql`insert into internet_lock_target (lock_id, exam_group_id)
        select ${id}::bigint, id from exam_group where name = any(${lock.on})`.execute(tx);
      await sql`insert into internet_lock_package (lock_id, package_id)
        select ${id}::bigint, id from domain_package where name = any(${lock.packages})`.execute(tx);
      if (!lock.opened) continue;
      const { who, minutes } = lock.opened;
      const until = minutes === null ? null : new Date(noon + minutes * MINUTE);
      await sql`insert into internet_lock_opening (lock_id, user_id, until_at, opened_by, opened_at)
        select ${id}::bigint, id, ${until}, 'Prøve', '2026-11-19' from users where user_name = ${who}`.execute(
        tx,
      );
    }
  });
}

/** What the specification says, from what was laid, sharing nothing with the code. */
function plainRule(
  locks: readonly AnyLock[],
  { who, host, port, minutes }: { who: string; host: string; port: string; minutes: number },
): boolean {
  const counting = locks.filter((lock) => {
    const isOver = minutes < lock.from || minutes >= lock.from + lock.minutes;
    const isOpened =
      lock.opened?.who === who && (lock.opened.minutes === null || minutes < lock.opened.minutes);
    return !isOver && !isOpened && lock.on.some((group) => reached[group].includes(who));
  });
  if (counting.length === 0) return true;
  if (port === ':22') return false;
  const isUnder = (names: readonly string[]) =>
    names.some((name) => host === name || host.endsWith(`.${name}`));
  if (isUnder(always)) return true;
  const isExam = (lock: AnyLock) => lock.on.includes('FJB eksamen 1');
  const deciding = counting.some(isExam) ? counting.filter(isExam) : counting;
  return deciding.every((lock) =>
    isUnder([
      ...lock.domains,
      ...lock.packages.flatMap((name) => packages[name]),
      ...(lock.resources && isExam(lock) && who === 'fjbeks-1001' ? resources : []),
    ]),
  );
}

it('agrees with the plain rule, whoever asks about whatever, whenever', async () => {
  await assert(
    asyncProperty(
      array(anyLock, { maxLength: 4 }),
      array(question, { minLength: 6, maxLength: 6 }),
      async (locks, questions) => {
        await lay(locks);
        for (const asked of questions) {
          const { verdict } = await cast.ict.call(explanations.explain, {
            userName: asked.who,
            at: new Date(noon + asked.minutes * MINUTE).toISOString(),
            address: `${asked.host}${asked.port}`,
          });
          expect([asked, verdict?.open]).toEqual([asked, plainRule(locks, asked)]);
        }
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);

/** Any locks on any people at any time, for the property test: made up, laid in a database, and what they mean. */
import {
  type Arbitrary,
  array,
  boolean,
  constantFrom,
  integer,
  nat,
  oneof,
  option,
  record,
  subarray,
} from 'fast-check';
import { type RawBuilder, sql } from 'kysely';

import type { House } from '#server/testing/house.ts';

const MINUTE = 60_000;
/** 13:00 in Oslo; midnight is 660 minutes later. */
const START = Date.parse('2026-11-20T12:00:00Z');
export const MIDNIGHT = 660;
const LAST = 1_300;
const days = ['2026-11-20', '2026-11-21'] as const;
export const at = (minutes: number): Date => new Date(START + minutes * MINUTE);
const dayAt = (minutes: number) => (minutes < MIDNIGHT ? days[0] : days[1]);

const schools = ['FJB', 'LUN'] as const;
type School = (typeof schools)[number];

const everybody = ['anna', 'bent', 'cato', 'dina', 'foreign', 'tove', 'fjbeks-1001', 'fjbeks-2001'] as const;
export type Person = (typeof everybody)[number];

/** Who belongs where, and where their machine stands, besides `dina`'s, which is any of 10.0.9.0/24. */
export const people: Readonly<Record<Person, { schools: readonly [School, ...School[]]; address: string }>> =
  {
    anna: { schools: ['FJB'], address: '10.0.0.1' },
    bent: { schools: ['FJB'], address: '10.0.0.2' },
    cato: { schools: ['FJB'], address: '10.0.0.3' },
    dina: { schools: ['FJB'], address: '10.0.9.77' },
    foreign: { schools: ['LUN'], address: '10.1.0.1' },
    tove: { schools: ['FJB', 'LUN'], address: '10.0.0.4' },
    'fjbeks-1001': { schools: ['FJB'], address: '10.0.0.5' },
    'fjbeks-2001': { schools: ['FJB'], address: '10.0.0.6' },
  };
export const belongsTo = (person: Person, school: School): boolean =>
  people[person].schools.some((one) => one === school);

const classes = { FJB: ['FJB 8A', 'FJB 8B', 'FJB 8'], LUN: ['LUN 9Z'] } as const;
type Class = (typeof classes)[School][number];
const exams = { 'FJB eksamen 1': ['fjbeks-1001'], 'FJB eksamen 2': ['fjbeks-2001'] } as const;
type Exam = keyof typeof exams;
const packages = { FJB: ['Udir', 'Ordbøker'], LUN: ['Udir', 'Lundes egne'] } as const;
type Package = (typeof packages)[School][number];

const hosts = ['nrk.no', 'super.nrk.no', 'udir.no', 'sok.udir.no', 'snl.no', 'b.com', '10.9.9.9'] as const;
const someHosts = subarray([...hosts], { maxLength: 4 });

function anyLockOf(school: School) {
  return record({
    school: constantFrom(school),
    on: subarray<Class | Exam>(
      school === 'FJB' ? [...classes.FJB, 'FJB eksamen 1', 'FJB eksamen 2'] : [...classes.LUN],
      { minLength: 1 },
    ),
    from: integer({ min: -90, max: 900 }),
    minutes: integer({ min: 1, max: 900 }),
    domains: someHosts,
    packages: subarray<Package>([...packages[school]]),
    resources: boolean(),
    opened: array(
      record({ who: constantFrom(...everybody), until: option(integer({ min: 1, max: 1_000 })) }),
      {
        maxLength: 2,
      },
    ),
  });
}

export const anyWorld = record({
  packages: record({ Udir: someHosts, Ordbøker: someHosts, 'Lundes egne': someHosts }),
  always: record({ everywhere: someHosts, FJB: someHosts, LUN: someHosts }),
  resources: record({ everywhere: someHosts, FJB: someHosts }),
  members: array(
    record({
      who: constantFrom<Person>('anna', 'bent', 'cato', 'dina', 'foreign', 'tove'),
      group: constantFrom<Class>('FJB 8A', 'FJB 8B', 'FJB 8', 'LUN 9Z'),
      role: constantFrom('student', 'student', 'other', 'teacher'),
      startOn: option(constantFrom(...days)),
      endOn: option(constantFrom(...days)),
    }),
    { minLength: 6, maxLength: 16 },
  ),
  /** Whether 8B is within the grade; 8A always is. */
  nested: boolean(),
  locks: array(anyLockOf('FJB'), { minLength: 1, maxLength: 4 }).chain((first) =>
    array(anyLockOf('LUN'), { maxLength: 2 }).map((more) => first.concat(more)),
  ),
});
export type World = typeof anyWorld extends Arbitrary<infer Value> ? Value : never;
type Lock = World['locks'][number];

/** At any minute, or where a lock begins or ends, to the minute. */
const anyMoment = oneof(
  { weight: 1, arbitrary: integer({ min: 0, max: LAST }).map((minute) => ({ minute })) },
  {
    weight: 3,
    arbitrary: record({
      lock: nat(5),
      edge: constantFrom('from', 'middle', 'until'),
      off: integer({ min: -1, max: 1 }),
    }),
  },
);

export const anyQuestion = record({
  who: constantFrom(...everybody),
  host: constantFrom(
    ...hosts,
    'a.super.nrk.no',
    'notnrk.no',
    'vg.no',
    'a.b.com',
    'udir.no.b.com',
    '10.9.9.8',
  ),
  port: constantFrom('', '', ':443', ':8080'),
  moment: anyMoment,
});
type AnyQuestion = typeof anyQuestion extends Arbitrary<infer Value> ? Value : never;
export interface Question extends Omit<AnyQuestion, 'moment'> {
  minutes: number;
}

export function questionIn({ locks }: World, { moment, ...asked }: AnyQuestion): Question {
  if ('minute' in moment) return { ...asked, minutes: moment.minute };
  const lock = locks[moment.lock % locks.length];
  const far = { from: 0, middle: 0.5, until: 1 }[moment.edge];
  const minutes = Math.floor((lock?.from ?? 0) + far * (lock?.minutes ?? 0)) + moment.off;
  return { ...asked, minutes: Math.min(Math.max(minutes, 0), LAST) };
}

/** Who is in a group as a pupil on a day, also through the grade. */
function isReached({ members, nested }: World, group: Class | Exam, who: Person, day: string): boolean {
  if (group === 'FJB eksamen 1' || group === 'FJB eksamen 2') {
    return exams[group].some((candidate) => candidate === who);
  }
  const within = group === 'FJB 8' ? ['FJB 8', 'FJB 8A', ...(nested ? ['FJB 8B'] : [])] : [group];
  return members.some(
    (one, index) =>
      one.who === who &&
      one.role !== 'teacher' &&
      within.includes(one.group) &&
      (one.startOn === null || one.startOn <= day) &&
      (one.endOn === null || day <= one.endOn) &&
      // Nobody is in a group twice in one role.
      isFirst(members, index),
  );
}

const isFirst = (members: World['members'], index: number): boolean =>
  members.findIndex(
    (one) =>
      one.who === members[index]?.who &&
      one.group === members[index].group &&
      one.role === members[index].role,
  ) === index;

const isExam = (lock: Lock): boolean => lock.on.some((group) => group in exams);

/** What the specification says, as plainly as it can be, sharing nothing with the code. */
export function plainRule(world: World, { who, host, port, minutes }: Question): boolean {
  const counting = world.locks.filter((lock) => {
    const isOver = minutes < lock.from || minutes >= lock.from + lock.minutes;
    const opening = lock.opened.find((one) => one.who === who);
    const isOpened = opening !== undefined && (opening.until === null || minutes < opening.until);
    return !isOver && !isOpened && lock.on.some((group) => isReached(world, group, who, dayAt(minutes)));
  });
  if (counting.length === 0) return true;
  if (port === ':8080') return false;
  const deciding = counting.some(isExam) ? counting.filter(isExam) : counting;
  return deciding.every((lock) => {
    const resources = [...world.resources.everywhere, ...world.resources.FJB];
    const names = [
      ...lock.domains,
      ...lock.packages.flatMap((name) => world.packages[name]),
      ...world.always.everywhere,
      ...world.always[lock.school],
      ...(isExam(lock) && lock.resources && who.startsWith('fjbeks') ? resources : []),
    ];
    return names.some((name) => host === name || (!/^[\d.]+$/.test(name) && host.endsWith(`.${name}`)));
  });
}

const groupOf = (name: string): RawBuilder<unknown> => sql`(select id from groups where name = ${name})`;
const userOf = (name: string): RawBuilder<unknown> => sql`(select id from users where user_name = ${name})`;
const schoolOf = (code: string | null): RawBuilder<unknown> =>
  sql`(select id from school where code = ${code})`;

/** The people with their machines: once, before the worlds. */
export async function seat(house: House): Promise<void> {
  await house.seed(async (seed) => {
    const { tx } = seed;
    await seed.user({ userName: 'tove', schools: [{ code: 'FJB' }, { code: 'LUN' }] });
    await sql`insert into exam_group (school_id, name, description, exam_on, created_by, created_at)
      values (${schoolOf('FJB')}, 'FJB eksamen 2', 'Matematikk', '2026-11-25', 'Prøve', '2026-11-20T12:00:00Z')`.execute(
      tx,
    );
    await sql`insert into exam_candidate (exam_group_id, number, user_name, created_at)
      select id, 1, 'fjbeks-2001', created_at from exam_group where name = 'FJB eksamen 2'`.execute(tx);
    for (const name of everybody) {
      const written = name === 'dina' ? '10.0.9.0/24' : people[name].address;
      await sql`insert into machine_address (school_id, address, user_name)
        values (${schoolOf(people[name].schools[0])}, ${written}::inet, ${name})`.execute(tx);
    }
  });
}

/** Instead of the world before. */
export async function lay(house: House, world: World): Promise<void> {
  await house.seed(async (seed) => {
    const { tx } = seed;
    for (const table of [
      'internet_lock',
      'always_open_page',
      'exam_resource',
      'membership',
      'group_nesting',
    ]) {
      await sql`delete from ${sql.table(table)}`.execute(tx);
    }
    for (const [name, domains] of Object.entries(world.packages)) {
      await sql`update domain_package set domains = ${domains} where name = ${name}`.execute(tx);
    }
    for (const [where, domains] of Object.entries(world.always)) {
      await sql`insert into always_open_page (school_id, domain, added_by, added_at)
        select ${schoolOf(where)}, d, 'Prøve', '2026-11-19' from unnest(${domains}::text[]) d`.execute(tx);
    }
    for (const [where, domains] of Object.entries(world.resources)) {
      await sql`insert into exam_resource (school_id, name, domains, changed_by, changed_at)
        values (${schoolOf(where)}, ${where}, ${domains}, 'Prøve', '2026-11-19')`.execute(tx);
    }
    for (const child of ['FJB 8A', ...(world.nested ? ['FJB 8B'] : [])]) await seed.nest('FJB 8', child);
    for (const { who, group, role, startOn, endOn } of world.members) {
      await sql`insert into membership (group_id, user_id, role, start_on, end_on, source, added_at)
        values (${groupOf(group)}, ${userOf(who)}, ${role}, ${startOn}, ${endOn}, 'manual', '2026-11-19')
        on conflict do nothing`.execute(tx);
    }
    for (const lock of world.locks) await layLock(tx, lock);
  });
}

async function layLock(tx: House['db'], lock: Lock): Promise<void> {
  const exam = isExam(lock);
  const { rows } = await sql<{ id: number }>`
    insert into internet_lock (school_id, description, starts_at, active_from, ends_at, exam, exam_resources,
      own_domains, created_by, created_at)
    values (${schoolOf(lock.school)}, 'Any', ${at(lock.from)}, ${at(lock.from)}, ${at(lock.from + lock.minutes)}, ${exam},
            ${exam && lock.resources}, ${lock.domains}, 'Prøve', '2026-11-19') returning id`.execute(tx);
  const id = rows[0]?.id;
  await sql`insert into internet_lock_target (lock_id, group_id)
    select ${id}::bigint, id from groups where name = any(${lock.on})`.execute(tx);
  await sql`insert into internet_lock_target (lock_id, exam_group_id)
    select ${id}::bigint, id from exam_group where name = any(${lock.on})`.execute(tx);
  await sql`insert into internet_lock_package (lock_id, package_id)
    select ${id}::bigint, id from domain_package where name = any(${lock.packages})`.execute(tx);
  for (const { who, until } of lock.opened) {
    const candidate = sql`(select id from exam_candidate where user_name = ${who})`;
    await sql`insert into internet_lock_opening (lock_id, user_id, candidate_id, until_at, opened_by, opened_at)
      values (${id}, ${userOf(who)}, ${candidate}, ${until === null ? null : at(until)}, 'Prøve', '2026-11-19')
      on conflict do nothing`.execute(tx);
  }
}

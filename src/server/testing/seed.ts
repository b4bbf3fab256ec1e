/** Rows for tests: schools, people, groups and memberships, with everything not said left at a plain default. */
import { type RawBuilder, sql } from 'kysely';

import type { Role } from '#kernel/permissions.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import { withoutHolding } from '#server/postgres/one-connection.ts';

interface Place {
  code: string;
  role?: string;
  className?: string;
  grade?: string;
}

export interface SeededUser {
  userName: string;
  firstName?: string;
  lastName?: string;
  role?: 'student' | 'employee' | 'studentBlockedEmployee';
  /** The first is the primary school. */
  schools?: Place[];
  /** Columns of `users` by their database name. */
  columns?: Record<string, unknown>;
}

export interface SeededGroup {
  name: string;
  displayName?: string;
  type?: string;
  /** None: a group of the whole owner. */
  school?: string;
  columns?: Record<string, unknown>;
}

export interface SeededMember {
  group: string;
  user: string;
  role?: string;
  startOn?: string;
  endOn?: string;
  source?: string;
}

export interface Seed {
  tx: Db;
  school: (code: string, name?: string) => Promise<number>;
  schoolId: (code: string) => Promise<number>;
  user: (user: SeededUser) => Promise<number>;
  userId: (userName: string) => Promise<number>;
  group: (group: SeededGroup) => Promise<number>;
  groupId: (name: string) => Promise<number>;
  member: (member: SeededMember) => Promise<void>;
  nest: (parent: string, child: string) => Promise<void>;
  grant: (userId: number, role: Role, schoolId: number | undefined) => Promise<void>;
}

export function seedInto(tx: Db, { now }: Clock): Seed {
  const insert = (table: string, row: Record<string, unknown>) => insertRow(tx, table, row);
  const one = (query: RawBuilder<{ id: number }>) => idOf(tx, query);

  const schoolId: Seed['schoolId'] = (code) => one(sql`select id from school where code = ${code}`);
  const userId: Seed['userId'] = (name) => one(sql`select id from users where user_name = ${name}`);
  const groupId: Seed['groupId'] = (name) => one(sql`select id from groups where name = ${name}`);

  return {
    tx,
    schoolId,
    userId,
    groupId,
    school: (code, name = `Skolen ${code}`) =>
      insert('school', { code, name, abbreviation: code, created_at: now() }),

    async user({
      userName,
      firstName = 'Kari',
      lastName = 'Nordmann',
      role = 'student',
      schools = [],
      columns = {},
    }) {
      const places = await Promise.all(
        schools.map(async (place) => ({ ...place, id: await schoolId(place.code) })),
      );
      const id = await insert('users', {
        user_name: userName,
        first_name: firstName,
        last_name: lastName,
        role,
        primary_school_id: places[0]?.id,
        created_at: now(),
        ...columns,
      });
      for (const [index, place] of places.entries()) {
        await sql`insert into school_user (school_id, user_id, role, class_name, grade, is_primary, added_at)
          values (${place.id}, ${id}, ${place.role ?? role}, ${place.className ?? null}, ${place.grade ?? null},
                  ${index === 0}, ${now()})`.execute(tx);
      }
      return id;
    },

    async group({ name, displayName = name, type = 'class', school, columns = {} }) {
      return insert('groups', {
        name,
        display_name: displayName,
        type,
        school_id: school === undefined ? undefined : await schoolId(school),
        created_at: now(),
        ...columns,
      });
    },

    async member({ group, user, role = 'student', startOn, endOn, source = 'manual' }) {
      await sql`insert into membership (group_id, user_id, role, start_on, end_on, source, added_at)
        values (${await groupId(group)}, ${await userId(user)}, ${role}, ${startOn ?? null}, ${endOn ?? null},
                ${source}, ${now()})`.execute(tx);
    },

    async nest(parent, child) {
      await sql`insert into group_nesting (parent_id, child_id, added_at)
        values (${await groupId(parent)}, ${await groupId(child)}, ${now()})`.execute(tx);
    },

    async grant(id, role, at) {
      await sql`insert into role_grant (user_id, role, school_id, added_at) values (${id}, ${role}, ${at ?? null}, ${now()})
        on conflict do nothing`.execute(tx);
    },
  };
}

/** Every seeded row is under an operation, as the journal demands of all writers. */
export function inSeedOperation<T>(db: Db, { now }: Clock, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select journal.begin('test.seeded', 'test', ${now()})`.execute(tx);
    // A test may look at the database from outside while its rows are not there yet.
    return withoutHolding(() => work(tx));
  });
}

async function insertRow(tx: Db, table: string, row: Record<string, unknown>): Promise<number> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const columns = sql.join(given.map(([column]) => sql.ref(column)));
  const values = sql.join(given.map(([, value]) => value));
  return idOf(
    tx,
    sql<{ id: number }>`insert into ${sql.table(table)} (${columns}) values (${values}) returning id`,
  );
}

async function idOf(tx: Db, query: RawBuilder<{ id: number }>): Promise<number> {
  const { rows } = await query.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('There is no such row to build the test on');
  return row.id;
}

/** A registered change of primary school: waits for the next user import, and can be cancelled until then. */
import { sql } from 'kysely';

import { ZONE } from '#kernel/dates.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { contains, type Sql } from '#server/list/source.ts';

import type { SchoolRef } from '../contract.ts';

/** When the site's imports begin (`importWindow`): at 16:00 unless it says otherwise (specification §9). */
const begins = sql`coalesce((
  select (value ->> 'from')::time from site_setting
   where key = 'importWindow' and value ->> 'from' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'), time '16:00')`;

/** The next time that the clock in Oslo shows that hour. */
const nextImport = (now: Date): Sql => sql`(
  select case when at > ${now} then at else (day + 1 + hour) at time zone ${ZONE} end
    from (select day, hour, (day + hour) at time zone ${ZONE} as at
            from (select (${now}::timestamptz at time zone ${ZONE})::date as day, ${begins} as hour) today) begun)`;

const ref = sql`jsonb_build_object('code', t.code, 'name', t.name, 'abbreviation', t.abbreviation)`;

/** Of the person `u`, as the card has it. */
export const pendingSchoolChange = (now: Date): Sql => sql`(
  select jsonb_build_object('to', ${ref}, 'registered', c.registered_at, 'registeredBy', c.registered_by,
                            'executesAt', ${nextImport(now)})
    from school_change c join school t on t.id = c.to_school_id
   where c.user_id = u.id and c.executed_at is null)`;

export interface RegisteredChange {
  to: SchoolRef;
  registered: string;
  registeredBy: string;
  executesAt: string;
}

export async function findSchoolChange(
  db: Db,
  userId: number,
  now: Date,
): Promise<RegisteredChange | undefined> {
  const { rows } = await sql<{ change: RegisteredChange | null }>`
    select ${pendingSchoolChange(now)} as change from users u where u.id = ${userId}`.execute(
    db.withoutPlugins(),
  );
  return rows[0]?.change ?? undefined;
}

export async function findOpenSchool(db: Db, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from school where lower(code) = lower(${code}) and closed_at is null`.execute(db);
  return rows[0]?.id;
}

/** Every open school of the owner: somebody may move to any of them. */
export async function openSchools(db: Db, _scope: Scope, search: string): Promise<SchoolRef[]> {
  const { rows } = await sql<SchoolRef>`
    select code, name, abbreviation from school
     where closed_at is null and ${search.trim() === '' ? sql`true` : contains(sql`lower(name || ' ' || code)`, search)}
     order by name_sort limit 500`.execute(db);
  return rows;
}

interface Registration {
  userId: number;
  from: number | null;
  to: number;
  by: string;
  now: Date;
}

/** The last wish counts; one that was carried out before gives way to it. */
export async function registerSchoolChange(
  tx: Db,
  { userId, from, to, by, now }: Registration,
): Promise<void> {
  await sql`
    insert into school_change (user_id, from_school_id, to_school_id, registered_by, registered_at)
    values (${userId}, ${from}, ${to}, ${by}, ${now})
    on conflict (user_id) do update
      set from_school_id = excluded.from_school_id, to_school_id = excluded.to_school_id,
          registered_by = excluded.registered_by, registered_at = excluded.registered_at, executed_at = null, failure = null,
          registered_in = excluded.registered_in`.execute(tx);
}

/** False when nothing waits. */
export async function cancelSchoolChange(tx: Db, userId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from school_change where user_id = ${userId} and executed_at is null`.execute(tx);
  return numAffectedRows > 0n;
}

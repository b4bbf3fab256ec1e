/** What makes a lock quick to write: the school's templates and the times of its lessons. */
import { sql } from 'kysely';

import type { Lesson, LockTemplate } from '#areas/internet/lock-form/contract.ts';
import { refuse } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';

export async function templatesAt(db: Db, schoolId: number): Promise<LockTemplate[]> {
  const { rows } = await sql<LockTemplate>`
    select id, name, settings->>'description' as description, settings->'ownDomains' as "ownDomains",
           settings->'domainPackageIds' as "domainPackageIds", settings->'examResources' as "examResources",
           settings->>'chat' as chat
      from lock_template where school_id = ${schoolId} order by name collate norwegian`.execute(db);
  return rows;
}

/** One of the same name is replaced. */
export async function saveTemplate(
  db: Db,
  schoolId: number,
  { name, ...settings }: Omit<LockTemplate, 'id'>,
  { by, now }: { by: string; now: Date },
): Promise<LockTemplate> {
  const { rows } = await sql<{ id: number }>`
    insert into lock_template (school_id, name, settings, created_by, created_at)
    values (${schoolId}, ${name}, ${JSON.stringify(settings)}::jsonb, ${by}, ${now})
    on conflict (school_id, lower(name)) do update set name = excluded.name, settings = excluded.settings
    returning id`.execute(db);
  return { id: rows[0]?.id ?? 0, name, ...settings };
}

export async function deleteTemplate(db: Db, schoolId: number, id: number): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from lock_template where id = ${id} and school_id = ${schoolId}`.execute(db);
  if (numAffectedRows !== 1n) refuse('lock-template.not-found');
}

export async function lessonsAt(db: Db, schoolId: number): Promise<Lesson[]> {
  const { rows } = await sql<Lesson>`
    select to_char(starts_at, 'HH24:MI') as start, to_char(ends_at, 'HH24:MI') as "end"
      from lesson_time where school_id = ${schoolId} order by starts_at`.execute(db);
  return rows;
}

/** What stays is left alone, so that the journal says what was changed. */
export async function writeLessons(db: Db, schoolId: number, lessons: readonly Lesson[]): Promise<void> {
  const starts = lessons.map(({ start }) => start);
  const ends = lessons.map(({ end }) => end);
  await sql`delete from lesson_time where school_id = ${schoolId} and starts_at <> all(${starts}::time[])`.execute(
    db,
  );
  await sql`
    insert into lesson_time (school_id, starts_at, ends_at)
    select ${schoolId}, s, e from unnest(${starts}::time[], ${ends}::time[]) as l (s, e)
    on conflict (school_id, starts_at) do update set ends_at = excluded.ends_at
     where lesson_time.ends_at <> excluded.ends_at`.execute(db);
}

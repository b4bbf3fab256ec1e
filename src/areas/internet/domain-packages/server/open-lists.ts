/** All SQL about the pages that are always open, and the resources of exams. */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';

import { refuse } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';

import type { ExamResource } from '../contract.ts';

/** Null: everybody's. */
type SchoolId = number | null;

interface Author {
  by: string;
  now: Date;
}

export async function alwaysOpenPages(db: Db, schoolId: SchoolId): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select domain from always_open_page where school_id is not distinct from ${schoolId}::int
     order by domain`.execute(db);
  return rows.map(({ domain }) => domain);
}

/** What stays is left alone, so that the journal says what was changed. */
export async function writeAlwaysOpen(
  db: Db,
  schoolId: SchoolId,
  domains: readonly string[],
  { by, now }: Author,
): Promise<void> {
  await sql`delete from always_open_page
    where school_id is not distinct from ${schoolId}::int and domain <> all(${[...domains]}::text[])`.execute(
    db,
  );
  await sql`insert into always_open_page (school_id, domain, added_by, added_at)
    select ${schoolId}::int, d, ${by}, ${now} from unnest(${[...domains]}::text[]) d
    on conflict do nothing`.execute(db);
}

export async function examResources(db: Db, schoolId: SchoolId): Promise<ExamResource[]> {
  const { rows } = await sql<ExamResource>`
    select id, name, domains from exam_resource where school_id is not distinct from ${schoolId}::int
     order by name collate norwegian`.execute(db);
  return rows;
}

export interface WantedResource {
  id?: number | undefined;
  name: string;
  domains: readonly string[];
}

export async function writeExamResources(
  db: Db,
  schoolId: SchoolId,
  wanted: readonly WantedResource[],
  { by, now }: Author,
): Promise<void> {
  const kept = wanted.flatMap(({ id }) => id ?? []);
  await sql`delete from exam_resource
    where school_id is not distinct from ${schoolId}::int and id <> all(${kept}::int[])`.execute(db);
  try {
    for (const { id, name, domains } of wanted) {
      const list = [...domains];
      if (id === undefined) {
        await sql`insert into exam_resource (school_id, name, domains, changed_by, changed_at)
          values (${schoolId}::int, ${name}, ${list}, ${by}, ${now})`.execute(db);
      } else {
        await sql`update exam_resource set name = ${name}, domains = ${list}, changed_by = ${by}, changed_at = ${now}
          where id = ${id} and school_id is not distinct from ${schoolId}::int
            and (name, domains) is distinct from (${name}, ${list}::text[])`.execute(db);
      }
    }
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'exam_resource_name') {
      refuse('exam-resource.name-taken');
    }
    throw error;
  }
}

/** All SQL about domain packages: a school's own, and everybody's. */
import { sql } from 'kysely';
import { DatabaseError } from 'pg';

import { lockFields, locksWithin, lockTables, type StoredRow } from '#areas/internet/locks/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import { schoolOf } from '#server/list/scope.ts';
import { all, contains, type ListSource, type Question, type Sql } from '#server/list/source.ts';

import { globalPackageList, type PackageRow, schoolPackageList } from '../contract.ts';

type C = keyof typeof schoolPackageList.columns;
type F = keyof typeof schoolPackageList.filters;
export type PackageScope = PackageRow['scope'];

const lists = { school: schoolPackageList, global: globalPackageList };

/** The packages (`p`) of the school somebody stands at, or of everybody. */
function packagesWithin(scope: Scope, kind: PackageScope): Sql[] {
  if (scope.kind === 'self' || scope.kind === 'nobody') return [sql`false`];
  if (kind === 'global') return [sql`p.school_id is null`];
  const school = schoolOf(scope);
  return [school === undefined ? sql`p.school_id is not null` : sql`p.school_id = ${school}`];
}

/** Locks that are not over; finished ones do not mind. */
const inUse = (now: Date): Sql => sql`(
  select count(*)::int from internet_lock_package k join internet_lock l on l.id = k.lock_id
   where k.package_id = p.id and l.ends_at > ${now})`;

const fields = (now: Date): Sql => sql`
  p.id, p.name, case when p.school_id is null then 'global' else 'school' end as scope, p.domains,
  cardinality(p.domains) as "domainCount", ${inUse(now)} as "inUse", p.changed_at as changed,
  p.changed_by as "changedBy", p.version`;

const source = (kind: PackageScope): ListSource<C, F> => ({
  from: () => sql`domain_package p`,
  key: () => sql`p.id`,
  within: ({ scope }) => packagesWithin(scope, kind),
  filters: { inUse: (flag, { now }) => sql`(${inUse(now)} > 0) = ${flag}` },
  search: (words) => contains(sql`lower(p.name || ' ' || array_to_string(p.domains, ' '))`, words),
  order: {
    name: () => [sql`p.name collate norwegian`],
    domainCount: () => [sql`cardinality(p.domains)`],
    inUse: ({ now }) => [inUse(now)],
    changed: () => [sql`p.changed_at`],
    changedBy: () => [sql`p.changed_by collate norwegian`],
  },
  tie: () => sql`p.id`,
  details: () => sql`join domain_package p on p.id = page.key`,
  select: ({ now }) => fields(now),
});

export function listPackages(
  db: Db,
  scope: Scope,
  kind: PackageScope,
  question: Question,
  now: Date,
): Promise<Page<PackageRow>> {
  return listPage<PackageRow, C, F>(db, lists[kind], source(kind), scope, question, now);
}

/** Nobody else changes it, or lays a lock with it, until the operation is done. */
export async function holdPackage(db: Db, id: number): Promise<void> {
  await sql`select from domain_package where id = ${id} for update`.execute(db);
}

export async function findPackage(
  db: Db,
  scope: Scope,
  kind: PackageScope,
  id: number,
  now: Date,
): Promise<PackageRow> {
  const { rows } = await sql<PackageRow>`
    select ${fields(now)} from domain_package p
     where p.id = ${id} and ${all(packagesWithin(scope, kind))}`.execute(db);
  return rows[0] ?? refuse('domain-package.not-found');
}

/** The locks of the reader's own school that open a package. */
export async function locksUsing(db: Db, scope: Scope, id: number, now: Date): Promise<StoredRow[]> {
  const today = osloDay(now);
  const { rows } = await sql<StoredRow>`
    select ${lockFields({ scope, now, today })} from ${lockTables}
     where exists (select from internet_lock_package k where k.lock_id = l.id and k.package_id = ${id})
       and l.ends_at > ${now} and ${all(locksWithin(scope, today))}
     order by l.active_from limit 100`.execute(db);
  return rows;
}

export interface Written {
  name: string;
  domains: readonly string[];
  by: string;
  now: Date;
}

export async function insertPackage(db: Db, schoolId: number | null, written: Written): Promise<number> {
  const { name, domains, by, now } = written;
  const { rows } = await unlessTaken(() =>
    sql<{ id: number }>`
      insert into domain_package (school_id, name, domains, changed_by, changed_at, created_at)
      values (${schoolId}, ${name}, ${[...domains]}, ${by}, ${now}, ${now}) returning id`.execute(db),
  );
  return rows[0]?.id ?? 0;
}

export async function updatePackage(db: Db, id: number, { name, domains, by, now }: Written): Promise<void> {
  await unlessTaken(() =>
    sql`update domain_package set name = ${name}, domains = ${[...domains]}, changed_by = ${by},
        changed_at = ${now}, version = version + 1 where id = ${id}`.execute(db),
  );
}

/** Two who choose the same name at once: the index decides. */
async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'domain_package_name') {
      refuse('domain-package.name-taken');
    }
    throw error;
  }
}

export async function deletePackage(db: Db, id: number): Promise<void> {
  await sql`delete from domain_package where id = ${id}`.execute(db);
}

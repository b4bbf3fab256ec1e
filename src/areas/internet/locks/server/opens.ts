/** What a lock leaves open, from what is written in it (`kernel/internet/decide.ts` says what that means). */
import { sql } from 'kysely';

import type { Entry } from '#kernel/internet/decide.ts';
import type { Db } from '#server/db.ts';

export interface NamedDomains {
  name: string;
  domains: string[];
}

export interface Contents {
  /** The lock's; undefined for one that is not made yet. */
  id: number | undefined;
  ownDomains: readonly string[];
  packages: readonly NamedDomains[];
  resources: readonly NamedDomains[];
}

/** Exam resources open for exam users only (specification §5). */
export function entriesOf({ id, ownDomains, packages, resources }: Contents, isExamUser: boolean): Entry[] {
  const named = (kind: 'package' | 'exam-resource', lists: readonly NamedDomains[]): Entry[] =>
    lists.flatMap(({ name, domains }) =>
      domains.map((domain) => ({ domain, sources: [{ kind, name, lock: id }] })),
    );
  return [
    ...ownDomains.map((domain) => ({ domain, sources: [{ kind: 'own' as const, lock: id }] })),
    ...named('package', packages),
    ...(isExamUser ? named('exam-resource', resources) : []),
  ];
}

export async function alwaysOpenAt(db: Db, schoolId: number): Promise<Entry[]> {
  const { rows } = await sql<{ domain: string; isGlobal: boolean }>`
    select domain, school_id is null as "isGlobal" from always_open_page
     where school_id is null or school_id = ${schoolId}`.execute(db);
  return rows.map(({ domain, isGlobal }) => ({
    domain,
    sources: [{ kind: isGlobal ? 'always-global' : 'always-school' }],
  }));
}

export async function examResourcesAt(db: Db, schoolId: number): Promise<NamedDomains[]> {
  const { rows } = await sql<NamedDomains>`
    select name, domains from exam_resource where school_id is null or school_id = ${schoolId}
     order by school_id nulls first, lower(name)`.execute(db);
  return rows;
}

export interface Package extends NamedDomains {
  id: number;
  scope: 'school' | 'global';
}

/** The packages a lock at this school may use: its own and everybody's; only these ids when they are given. */
export async function packagesAt(db: Db, schoolId: number, ids?: readonly number[]): Promise<Package[]> {
  const among = ids === undefined ? sql`true` : sql`id = any(${[...ids]})`;
  const { rows } = await sql<Package>`
    select id, name, domains, case when school_id is null then 'global' else 'school' end as scope
      from domain_package where (school_id is null or school_id = ${schoolId}) and ${among}
     order by school_id nulls last, name collate norwegian`.execute(db);
  return rows;
}

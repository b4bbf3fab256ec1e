/** All SQL about what groups open and look after. */
import { sql } from 'kysely';

import {
  countsOf,
  type GroupCard,
  groupsWithin,
  type Reader,
  schoolRef,
} from '#areas/groups/server/service.ts';
import type { Page } from '#kernel/list.ts';
import { listPage } from '#server/list/page.ts';
import { all, contains, type ListSource, type Question } from '#server/list/source.ts';

import { type AccessRow, accessList, type AdministeredRow, administeredList } from '../contract.ts';

type AC = keyof typeof accessList.columns;
type AF = keyof typeof accessList.filters;

/** The group and all it is within: what those open, they open to its members as well. Nearest first. */
const around = (groupId: number) => sql`(
  with recursive up as (
    select ${groupId}::bigint as id
    union
    select n.parent_id from up join group_nesting n on n.child_id = up.id
      join groups p on p.id = n.parent_id and p.archived_at is null
  ) select id from up) up`;

const kindOrder = sql`array_position(array['folder', 'application', 'site', 'room', 'other'], a.kind)`;
const levelOrder = sql`array_position(array['read', 'write', 'full'], a.level)`;

function accessSource(groupId: number): ListSource<AC, AF> {
  const through = sql`case when a.group_id <> ${groupId} then g.display_name end`;
  return {
    from: () =>
      sql`${around(groupId)} join group_access a on a.group_id = up.id join groups g on g.id = a.group_id`,
    key: () => sql`a.id`,
    // A group around this one is seen as every group is.
    within: ({ scope, today }) => [sql`(a.group_id = ${groupId} or (${all(groupsWithin(scope, today))}))`],
    filters: { kind: (kinds) => sql`a.kind = any(${kinds})` },
    search: (words) => contains(sql`lower(a.target)`, words),
    order: {
      target: () => [sql`a.target collate norwegian`],
      kind: () => [kindOrder],
      level: () => [levelOrder],
      through: () => [sql`${through} collate norwegian`],
      addedTime: () => [sql`a.added_at`],
    },
    tie: () => sql`a.id`,
    details: () => sql`join group_access a on a.id = page.key join groups g on g.id = a.group_id`,
    select: () => sql`a.id, a.kind, a.target, a.level, ${through} as through, a.added_at as "addedTime"`,
  };
}

export function listAccess(
  { db, scope, now }: Reader,
  group: GroupCard,
  question: Question,
): Promise<Page<AccessRow>> {
  return listPage<AccessRow, AC, AF>(db, accessList, accessSource(group.id), scope, question, now);
}

export async function putAccess(
  { db, now }: Reader,
  group: GroupCard,
  { kind, target, level }: Pick<AccessRow, 'kind' | 'target' | 'level'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into group_access as a (group_id, kind, target, level, added_at)
    values (${group.id}, ${kind}, ${target}, ${level}, ${now})
    on conflict (group_id, kind, target) do update set level = excluded.level
    returning a.id`.execute(db);
  return rows[0]?.id ?? 0;
}

export async function deleteAccess(
  { db }: Reader,
  group: GroupCard,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await sql`
    delete from group_access where group_id = ${group.id} and id = any(${[...ids]}::bigint[]) returning id`.execute(
    db,
  );
  return rows.length;
}

type GC = keyof typeof administeredList.columns;
type GF = keyof typeof administeredList.filters;

function administeredSource(groupId: number): ListSource<GC, GF> {
  return {
    from: (
      asked,
    ) => sql`group_administration x join groups g on g.id = x.administered_id and x.group_id = ${groupId}
      ${asked.uses('memberCount') ? sql`cross join lateral ${countsOf(sql`g.id`, asked.scope, asked.today)} n` : sql``}`,
    key: () => sql`g.id`,
    within: ({ scope, today }) => [...groupsWithin(scope, today), sql`g.archived_at is null`],
    filters: { type: (types) => sql`g.type = any(${types})` },
    search: (words) => contains(sql`g.search_text`, words),
    order: {
      displayName: () => [sql`g.name_sort`],
      type: () => [sql`g.type`],
      memberCount: () => [sql`n.members`],
      addedTime: () => [sql`x.added_at`],
    },
    tie: () => sql`g.id`,
    details: (asked) => sql`
      join groups g on g.id = page.key
      join group_administration x on x.administered_id = g.id and x.group_id = ${groupId}
      left join school p on p.id = g.school_id
      cross join lateral ${countsOf(sql`g.id`, asked.scope, asked.today)} n`,
    select: () => sql`g.name, g.display_name as "displayName", g.type, ${schoolRef} as school,
      n.members as "memberCount", x.added_at as "addedTime"`,
  };
}

export function listAdministered(
  { db, scope, now }: Reader,
  group: GroupCard,
  question: Question,
): Promise<Page<AdministeredRow>> {
  return listPage<AdministeredRow, GC, GF>(
    db,
    administeredList,
    administeredSource(group.id),
    scope,
    question,
    now,
  );
}

export async function addAdministered(
  { db, now }: Reader,
  groupId: number,
  administeredId: number,
): Promise<void> {
  await sql`insert into group_administration (group_id, administered_id, added_at)
            values (${groupId}, ${administeredId}, ${now}) on conflict do nothing`.execute(db);
}

/** True when it was there. */
export async function removeAdministered(
  { db }: Reader,
  groupId: number,
  administeredId: number,
): Promise<boolean> {
  const { rows } = await sql`
    delete from group_administration where group_id = ${groupId} and administered_id = ${administeredId}
    returning group_id`.execute(db);
  return rows.length > 0;
}

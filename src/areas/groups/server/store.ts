/** All SQL about groups besides the lists themselves. */
import { sql } from 'kysely';

import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { ExportRow } from '#server/export/cells.ts';
import { listPage } from '#server/list/page.ts';
import { listRows, type Wanted, type Whole } from '#server/list/rows.ts';
import { inForce } from '#server/list/scope.ts';
import { all, contains, type ListSource, type Question } from '#server/list/source.ts';

import {
  type GroupDetail,
  groupList,
  type GroupRow,
  memberList,
  type MemberRow,
  relatedGroupList,
} from '../contract.ts';
import type { FoundGroup } from '../find/contract.ts';
import { groupDetails, groupJoins, groupSource, schoolRef, selectGroup } from './list.ts';
import { type GroupKey, memberKey, memberSource } from './members.ts';
import { countsOf, groupsWithin, peopleWithin } from './reach.ts';

export interface Moment {
  now: Date;
  today: string;
}

export function listGroups(db: Db, scope: Scope, question: Question, now: Date): Promise<Page<GroupRow>> {
  return listPage<GroupRow, keyof typeof groupList.columns, keyof typeof groupList.filters>(
    db,
    groupList,
    groupSource,
    scope,
    question,
    now,
  );
}

export function streamGroups(
  db: Db,
  scope: Scope,
  question: Whole,
  now: Date,
  wanted: Omit<Wanted, 'column'>,
): Promise<AsyncIterable<ExportRow[]>> {
  return listRows<ExportRow, keyof typeof groupList.columns, keyof typeof groupList.filters>(
    db,
    groupList,
    groupSource,
    scope,
    question,
    now,
    { column: sql`g.name`, ...wanted },
  );
}

export async function countTypes(
  db: Db,
  scope: Scope,
  today: string,
): Promise<{ type: GroupRow['type']; count: number }[]> {
  const { rows } = await sql<{ type: GroupRow['type']; count: number }>`
    select g.type, count(*)::int as count from groups g
     where ${all(groupsWithin(scope, today))} and g.archived_at is null group by g.type`.execute(db);
  return rows;
}

type GroupName = Pick<FoundGroup, 'name' | 'displayName' | 'type'>;

export async function allNames(
  db: Db,
  scope: Scope,
  { types, page, pageSize }: { types?: readonly string[] | undefined; page: number; pageSize: number },
  today: string,
): Promise<Page<GroupName>> {
  const where = all([
    ...groupsWithin(scope, today),
    sql`g.archived_at is null`,
    types ? sql`g.type = any(${[...types]})` : sql`true`,
  ]);
  const { rows } = await sql<GroupName>`
    select g.name, g.display_name as "displayName", g.type from groups g where ${where}
     order by g.name_sort, g.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const total = await sql<{
    total: number;
  }>`select count(*)::int as total from groups g where ${where}`.execute(db);
  return { Items: rows, TotalItems: total.rows[0]?.total ?? 0 };
}

export async function searchGroups(
  db: Db,
  scope: Scope,
  { search, types, take }: { search: string; types?: readonly string[] | undefined; take: number },
  today: string,
): Promise<FoundGroup[]> {
  const where = all([
    ...groupsWithin(scope, today),
    sql`g.archived_at is null`,
    contains(sql`g.search_text`, search),
    types ? sql`g.type = any(${[...types]})` : sql`true`,
  ]);
  // Names that begin with what was typed come first.
  const { rows } = await sql<FoundGroup>`
    select g.name, g.display_name as "displayName", g.type, n.members as "memberCount", ${schoolRef} as school
      from (select g.* from groups g where ${where}
             order by lower(g.display_name) not like ${`${likeText(search)}%`}, g.name_sort, g.id limit ${take}) g
      left join school p on p.id = g.school_id
     cross join lateral ${countsOf(sql`g.id`, scope, today)} n
     order by lower(g.display_name) not like ${`${likeText(search)}%`}, g.name_sort, g.id`.execute(db);
  return rows;
}

const likeText = (words: string) => words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);

/** As it stands in the database; what the reader may do with it is judged afterwards. */
export interface GroupCard extends Omit<GroupDetail, 'can'>, GroupKey {}

export async function findGroup(
  db: Db,
  scope: Scope,
  name: string,
  { today }: Moment,
): Promise<GroupCard | undefined> {
  const seen = all(peopleWithin(scope));
  const { rows } = await sql<GroupCard>`
    select g.id, g.school_id as "schoolId", ${selectGroup}, g.start_on as "startDate", g.end_on as "endDate",
           g.delete_prevention as "deletePrevention", g.delete_on as "deleteOn", g.source as "sourceName", g.version,
           (select count(*)::int from group_nesting x join groups g2 on g2.id = x.child_id
             where x.parent_id = g.id and ${relatedSeen(scope)}) as "nestedGroups",
           (select count(*)::int from group_nesting x join groups g2 on g2.id = x.parent_id
             where x.child_id = g.id and ${relatedSeen(scope)}) as "memberOfGroups",
           (select coalesce(jsonb_agg(jsonb_build_object('userName', u.user_name,
                     'displayName', u.first_name || ' ' || u.last_name, 'role', m.role)
                     order by m.role = 'contactTeacher' desc, m.role = 'teacher' desc, u.sort_name), '[]')
              from membership m join users u on u.id = m.user_id
             where m.group_id = g.id and m.role in ('contactTeacher', 'teacher', 'leader')
               and ${inForce('m', today)} and ${seen}) as owners
      from groups g ${groupJoins({ scope, today })}
     where lower(g.name) = lower(${name}) and ${all(groupsWithin(scope, today))}`.execute(db);
  return rows[0];
}

/** Groups next to one the scope sees: of the same school or of the whole owner. */
function relatedSeen(scope: Scope) {
  if (scope.kind === 'owner') return sql`g2.type <> 'other'`;
  if (scope.kind !== 'school' && scope.kind !== 'own-groups') return sql`false`;
  return sql`g2.type <> 'other' and (g2.school_id = ${scope.schoolId} or g2.school_id is null)`;
}

export function listMembers(
  db: Db,
  scope: Scope,
  group: GroupKey,
  question: Question,
  now: Date,
): Promise<Page<MemberRow>> {
  return listPage<MemberRow, keyof typeof memberList.columns, keyof typeof memberList.filters>(
    db,
    memberList,
    memberSource(group),
    scope,
    question,
    now,
  );
}

export function streamMembers(
  db: Db,
  scope: Scope,
  group: GroupKey,
  question: Whole,
  now: Date,
  wanted: Omit<Wanted, 'column'>,
): Promise<AsyncIterable<ExportRow[]>> {
  return listRows<ExportRow, keyof typeof memberList.columns, keyof typeof memberList.filters>(
    db,
    memberList,
    memberSource(group),
    scope,
    question,
    now,
    { column: memberKey, ...wanted },
  );
}

type RC = keyof typeof relatedGroupList.columns;
type RF = keyof typeof relatedGroupList.filters;

function relatedSource(groupId: number, direction: 'memberOf' | 'nested', scope: Scope): ListSource<RC, RF> {
  const edge =
    direction === 'nested'
      ? sql`g2.id = x.child_id and x.parent_id = ${groupId}`
      : sql`g2.id = x.parent_id and x.child_id = ${groupId}`;
  return {
    from: (asked) =>
      sql`group_nesting x join groups g2 on ${edge} ${
        asked.uses('memberCount', 'teacherCount')
          ? sql`cross join lateral ${countsOf(sql`g2.id`, scope, asked.today)} n`
          : sql``
      }`,
    key: () => sql`g2.id`,
    within: () => [relatedSeen(scope), sql`g2.archived_at is null`],
    filters: { type: (types) => sql`g2.type = any(${types})` },
    search: (words) => contains(sql`g2.search_text`, words),
    order: {
      displayName: () => [sql`g2.name_sort`],
      type: () => [sql`g2.type`],
      memberCount: () => [sql`n.members`],
      teacherCount: () => [sql`n.teachers`],
      description: () => [sql`g2.description collate norwegian`],
      email: () => [sql`lower(g2.email)`],
      created: () => [sql`g2.created_at`],
      expiryDate: () => [sql`g2.expires_on`],
      source: () => [sql`(g2.source = 'manual')`],
    },
    tie: () => sql`g2.id`,
    details: groupDetails,
    select: () => selectGroup,
  };
}

export function listRelated(
  db: Db,
  scope: Scope,
  groupId: number,
  direction: 'memberOf' | 'nested',
  question: Question,
  now: Date,
): Promise<Page<GroupRow>> {
  const source = relatedSource(groupId, direction, scope);
  return listPage<GroupRow, RC, RF>(db, relatedGroupList, source, scope, question, now);
}

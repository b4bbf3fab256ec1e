/** The group list's SQL. */
import { sql } from 'kysely';

import { type Asked, contains, type ListSource, type Sql } from '#server/list/source.ts';

import type { groupList } from '../contract.ts';
import { countsOf, groupsWithin, lacksMember } from './reach.ts';

type C = keyof typeof groupList.columns;
type F = keyof typeof groupList.filters;
type Ask = Asked<F>;

const counts = ({ scope, today }: Pick<Ask, 'scope' | 'today'>, group: Sql) =>
  sql`cross join lateral ${countsOf(group, scope, today)} n`;

/** Kinds of groups that are expected to have a teacher or a contact teacher. */
const taught = sql`('class', 'basis', 'instruction', 'tutor', 'subject')`;
const inClass = sql`('class', 'basis', 'tutor')`;

function lacking(what: unknown, { scope, today }: Ask): Sql {
  return what === 'contactTeacher'
    ? sql`g.type in ${inClass} and ${lacksMember(sql`g.id`, sql`('contactTeacher')`, scope, today)}`
    : sql`g.type in ${taught} and ${lacksMember(sql`g.id`, sql`('teacher', 'contactTeacher')`, scope, today)}`;
}

export const groupSource: ListSource<C, F> = {
  from: (asked) =>
    asked.uses('memberCount', 'teacherCount') ? sql`groups g ${counts(asked, sql`g.id`)}` : sql`groups g`,
  key: () => sql`g.id`,
  within: (asked) => [
    ...groupsWithin(asked.scope, asked.today),
    asked.filter('archived') === true ? sql`g.archived_at is not null` : sql`g.archived_at is null`,
  ],
  filters: {
    type: (types) => sql`g.type = any(${types})`,
    school: (code) => sql`g.school_id = (select id from school where lower(code) = lower(${code}))`,
    teamStatus: (statuses) => sql`g.team_status = any(${statuses})`,
    chatStatus: (statuses) => sql`g.chat_status = any(${statuses})`,
    source: (source) => (source === 'manual' ? sql`g.source = 'manual'` : sql`g.source <> 'manual'`),
    // Decided in `within`: without the filter, archived groups are left out.
    archived: () => sql`true`,
    hasEmail: (flag) => sql`(g.email is not null) = ${flag}`,
    expiresBefore: (day) => sql`g.expires_on < ${day}::date`,
    lacks: lacking,
    invalid: (flag) => sql`(g.invalid_columns <> '{}') = ${flag}`,
  },
  search: (words) => contains(sql`g.search_text`, words),
  order: {
    displayName: () => [sql`g.name_sort`],
    type: () => [sql`g.type`],
    school: () => [sql`(select name_sort from school where id = g.school_id)`],
    memberCount: () => [sql`n.members`],
    teacherCount: () => [sql`n.teachers`],
    teamStatus: () => [sql`g.team_status`],
    chatStatus: () => [sql`g.chat_status`],
    name: () => [sql`g.name collate norwegian`],
    description: () => [sql`g.description collate norwegian`],
    email: () => [sql`lower(g.email)`],
    visibleInAddressLists: () => [sql`g.visible_in_address_lists`],
    printPeriodType: () => [sql`g.print_period_type`],
    created: () => [sql`g.created_at`],
    expiryDate: () => [sql`g.expires_on`],
    archived: () => [sql`g.archived_at`],
    subjectOrGrade: () => [sql`coalesce(g.subject_code, g.grade) collate norwegian`],
    source: () => [sql`(g.source = 'manual')`],
  },
  full: ['displayName', 'name', 'created'],
  tie: () => sql`g.id`,
  details: (asked) => groupDetails(asked),
  select: () => selectGroup,
  forFiles: () => sql`p.name as "schoolName"`,
};

/** What the row of a group is made of, from its key. */
export const groupDetails = (asked: Pick<Ask, 'scope' | 'today'>) => sql`
  join groups g on g.id = page.key
  left join school p on p.id = g.school_id
  ${counts(asked, sql`g.id`)}`;

export const groupJoins = (asked: Pick<Ask, 'scope' | 'today'>) => sql`
  left join school p on p.id = g.school_id
  ${counts(asked, sql`g.id`)}`;

/** A school of the statement, by its alias, as a school reference. */
export const schoolAs = (alias: string): Sql => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`case when ${of('id')} is not null then
    jsonb_build_object('code', ${of('code')}, 'name', ${of('name')}, 'abbreviation', ${of('abbreviation')}) end`;
};
export const schoolRef = schoolAs('p');

export const sourceKind = (column: Sql) =>
  sql`case when ${column} = 'manual' then 'manual' else 'import' end`;

export const selectGroup = sql`
  g.name, g.display_name as "displayName", g.description, g.type, ${schoolRef} as school,
  n.members as "memberCount", n.teachers as "teacherCount", g.team_status as "teamStatus",
  g.chat_status as "chatStatus", g.print_period_type as "printPeriodType",
  g.visible_in_address_lists as "visibleInAddressLists", g.email, g.created_at as created,
  g.expires_on as "expiryDate", g.archived_at as archived, g.subject_code as "subjectCode", g.grade,
  g.school_year as "schoolYear", ${sourceKind(sql`g.source`)} as source, g.invalid_columns as "invalidColumns"`;

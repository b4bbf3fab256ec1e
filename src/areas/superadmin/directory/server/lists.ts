/** The SQL of the three lists. */
import { sql } from 'kysely';

import type { ListSource } from '#server/list/source.ts';

import type { driftList, entryList, exceptionList } from '../contract.ts';
import { anyOf, fields, joins, member, name, type Naming, schoolSort, search, within } from './about.ts';

type Columns<List extends { columns: object }> = keyof List['columns'] & string;
type Filters<List extends { filters: object }> = keyof List['filters'] & string;

const byName = () => [sql`lower(${name})`];
const bySchool = () => [schoolSort];

const drifting: Naming = { kind: sql`d.kind`, key: sql`d.key` };

/** Of what one look found, those who are missed altogether come before the groups that miss them. */
const byLook = () => [
  sql`date_trunc('minute', d.found_at)`,
  sql`d.field = 'object'`,
  sql`d.field <> 'member'`,
  sql`d.found_at`,
];

export const driftSource: ListSource<Columns<typeof driftList>, Filters<typeof driftList>> = {
  from: () => sql`directory.drift d ${joins(drifting)}`,
  key: () => sql`d.id`,
  within,
  filters: {
    kind: (kinds) => anyOf(sql`d.kind`, kinds),
    field: (chosen) => anyOf(sql`d.field`, chosen),
  },
  search,
  order: {
    name: byName,
    kind: () => [sql`d.kind`],
    field: () => [sql`d.field`],
    found: byLook,
    school: bySchool,
  },
  full: ['name', 'kind', 'field', 'found'],
  tie: () => sql`d.id`,
  details: () => sql`join directory.drift d on d.id = page.key ${joins(drifting)}`,
  select: () => sql`
    d.id, ${fields(drifting)}, d.field, ${member(sql`d.member`)}, d.wanted, d.observed, d.found_at as found`,
};

const due: Naming = { kind: sql`e.kind`, key: sql`e.key` };
const state = sql`(case when e.stopped_at is not null then 'stopped' when e.error is not null then 'failing' else 'waiting' end)`;

export const entrySource: ListSource<Columns<typeof entryList>, Filters<typeof entryList>> = {
  from: () => sql`directory.due e ${joins(due)}`,
  key: () => sql`e.number`,
  within,
  filters: {
    state: (wanted) => sql`${state} = ${wanted}`,
    kind: (kinds) => anyOf(sql`e.kind`, kinds),
    error: (codes) => anyOf(sql`e.error`, codes),
  },
  search,
  order: {
    name: byName,
    kind: () => [sql`e.kind`],
    state: () => [state],
    error: () => [sql`e.error`],
    attempts: () => [sql`e.attempts`],
    since: () => [sql`e.due_at`],
    next: () => [sql`e.not_before`],
    said: () => [sql`e.error_text`],
    school: bySchool,
  },
  full: ['name', 'kind', 'state', 'attempts', 'since'],
  tie: () => sql`e.number`,
  details: () => sql`join directory.due e on e.number = page.key ${joins(due)}`,
  select: () => sql`
    e.number as id, ${fields(due)}, ${state} as state, e.error, e.error_text as said, e.attempts, e.due_at as since,
    case when e.stopped_at is null and e.error is not null then e.not_before end as next`,
};

const excepted: Naming = { kind: sql`x.object_kind`, key: sql`x.object_key` };

export const exceptionSource: ListSource<Columns<typeof exceptionList>, Filters<typeof exceptionList>> = {
  from: () => sql`directory_exception x ${joins(excepted)}`,
  key: () => sql`x.id`,
  within,
  filters: {
    kind: (kinds) => anyOf(sql`x.object_kind`, kinds),
    field: (chosen) => anyOf(sql`x.field`, chosen),
  },
  search,
  order: {
    name: byName,
    kind: () => [sql`x.object_kind`],
    field: () => [sql`x.field`],
    acceptedBy: () => [sql`x.accepted_by collate norwegian`],
    accepted: () => [sql`x.accepted_at`],
    school: bySchool,
  },
  full: ['name', 'kind', 'field', 'acceptedBy', 'accepted'],
  tie: () => sql`x.id`,
  details: () => sql`join directory_exception x on x.id = page.key ${joins(excepted)}`,
  select: () => sql`
    x.id, ${fields(excepted)}, x.field, ${member(sql`x.member`)}, x.observed, x.accepted_at as accepted,
    x.accepted_by as "acceptedBy"`,
};

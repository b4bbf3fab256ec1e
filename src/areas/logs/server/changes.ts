/** From the journal's rows to what people read: whom a change is about, and each field with before and after. */
import { type RawBuilder, sql } from 'kysely';

import type { Db } from '#server/db.ts';
import { type Chosen, firstChanges } from '#server/journal/bundled.ts';
import { type Sql } from '#server/list/source.ts';

import type { FieldChange, RowChange, Target, Value } from '../changes.ts';
import { groupOf, joinPerson } from './person.ts';
import { typeOfTable } from './target.ts';

/** A change as the database gives it, names beside it. */
export interface RawChange {
  id: number;
  kind: 'I' | 'U' | 'D';
  table: string;
  rowKey: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  userName: string | null;
  personName: string | null;
  groupName: string | null;
  groupTitle: string | null;
}

/** Changes `c` of the operation `o`, in the order they were written, those of a bundle together. */
export const selectChanges = (chosen: Chosen, limit: number, offset = 0): Sql => sql`
  select c.first_id, c.id, c.kind::text as kind, c.table_name as "table", c.row_key as "rowKey", c.before, c.after,
         cu.user_name as "userName", cu.first_name || ' ' || cu.last_name as "personName",
         cg.name as "groupName", cg.display_name as "groupTitle"
    from (${firstChanges(chosen, sql`${limit + offset}::int`)}) c
    ${joinPerson}
    left join groups cg on cg.id = ${groupOf}
   order by c.first_id, c.id limit ${limit} offset ${offset}`;

const kinds = { I: 'added', U: 'changed', D: 'removed' } as const;

/** Ids and times of the row itself; the target says whose row it is. */
const ownKeys = new Set([
  'id',
  'user_id',
  'group_id',
  'created_at',
  'added_at',
  'given_by',
  'source',
  'source_id',
  'version',
]);

export function readable(change: RawChange, names: Names): RowChange {
  const { before, after } = change;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => change.kind === 'U' || !ownKeys.has(field))
    .map((field): FieldChange => ({
      field: camelCase(field),
      from: names.show(field, before?.[field]),
      to: names.show(field, after?.[field]),
    }));
  return { id: change.id, kind: kinds[change.kind], table: change.table, target: targetOf(change), fields };
}

export function targetOf(change: RawChange): Target {
  const type = typeOfTable(change.table);
  const row = change.after ?? change.before ?? {};
  // A membership is told from both ends.
  const whose = [change.personName, change.groupTitle].filter(Boolean).join(' · ');
  const called = text(row['name']) ?? text(row['display_name']) ?? text(row['description']);
  switch (type) {
    case 'user':
    case 'role':
      return {
        type,
        key: change.userName ?? text(row['user_name']),
        name: whose || text(row['first_name']),
      };
    case 'group':
      return { type, key: change.groupName ?? text(row['name']), name: change.groupTitle ?? called };
    case 'setting':
      return { type, key: change.rowKey, name: called };
    case 'school':
    case 'guardian':
    case 'view':
    case 'other':
      break;
  }
  // The number of the row says nothing to anybody.
  return { type, key: text(row['code']) ?? change.userName, name: called ?? (whose || null) };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The journal has the columns' own names; the wire has the fields'. */
export const camelCase = (column: string) =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

interface Names {
  show: (field: string, value: unknown) => Value;
}

const schoolFields = new Set(['school_id', 'primary_school_id']);
const groupFields = new Set(['parent_id', 'child_id']);

/** Looks up the names of schools and groups that the changes only know by number. */
export async function namesFor(db: Db, changes: readonly RawChange[]): Promise<Names> {
  const [schools, groups] = [new Set<number>(), new Set<number>()];
  for (const { before, after } of changes) {
    for (const [field, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
      if (typeof value !== 'number') continue;
      if (schoolFields.has(field)) schools.add(value);
      if (groupFields.has(field)) groups.add(value);
    }
  }
  const [schoolNames, groupNames] = await Promise.all([
    namesOf(db, sql<Named>`select id, name from school where id = any(${[...schools]})`, schools),
    namesOf(
      db,
      sql<Named>`select id, display_name as name from groups where id = any(${[...groups]})`,
      groups,
    ),
  ]);
  return {
    show: (field, value) => {
      if (schoolFields.has(field)) return schoolNames.get(Number(value)) ?? plain(value);
      if (groupFields.has(field)) return groupNames.get(Number(value)) ?? plain(value);
      return plain(value);
    },
  };
}

interface Named {
  id: number;
  name: string;
}

async function namesOf(
  db: Db,
  question: RawBuilder<Named>,
  ids: ReadonlySet<number>,
): Promise<Map<number, string>> {
  if (ids.size === 0) return new Map();
  const { rows } = await question.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function plain(value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map(String).join(', ') : JSON.stringify(value);
}

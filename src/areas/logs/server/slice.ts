/** A part of an operation that is undone by itself: what it did to one school, or to one group and its members. */
import { sql } from 'kysely';

import { refuseField } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { schoolOf } from '#server/list/scope.ts';
import type { Sql } from '#server/list/source.ts';

import { groupOf, personOf } from './person.ts';

export interface Slice {
  school?: string | undefined;
  group?: string | undefined;
}

/** Conditions on the changes `c` of the operation that belong to the part; undefined = all of them. */
export async function sliceOf(
  db: Db,
  scope: Scope,
  operationId: number,
  { school, group }: Slice,
): Promise<Sql | undefined> {
  if (group !== undefined) return ofGroup(operationId, await groupCalled(db, scope, group));
  return school === undefined ? undefined : ofSchool(operationId, await schoolCalled(db, scope, school));
}

async function schoolCalled(db: Db, scope: Scope, code: string): Promise<number> {
  const own = schoolOf(scope);
  const { rows } = await sql<{ id: number }>`
    select id from school where code = ${code} and (${own ?? null}::integer is null or id = ${own ?? null})`.execute(
    db,
  );
  return rows[0]?.id ?? refuseField('request.invalid', 'school', 'invalid');
}

async function groupCalled(db: Db, scope: Scope, name: string): Promise<number> {
  const own = schoolOf(scope);
  const { rows } = await sql<{ id: number }>`
    select id from groups
     where lower(name) = lower(${name}) and (${own ?? null}::integer is null or school_id = ${own ?? null})`.execute(
    db,
  );
  return rows[0]?.id ?? refuseField('request.invalid', 'group', 'invalid');
}

/** The people the operation moved to, from or within the school go with everything it did to them, as do its groups. */
const ofSchool = (operationId: number, school: number): Sql => {
  const people = sql`
    select case x.table_name when 'users' then x.row_key else split_part(x.row_key, '/', 2) end::bigint
      from journal.change x
     where x.operation_id = ${operationId}
       and ((x.table_name = 'users' and x.school_id = ${school})
            or (x.table_name = 'school_user' and split_part(x.row_key, '/', 1) = ${String(school)}))`;
  return sql`(c.school_id = ${school} or ${ofPeople(operationId, people)}
    or ${groupOf} in (select id from groups where school_id = ${school}))`;
};

const ofGroup = (operationId: number, group: number): Sql => {
  const people = sql`
    select split_part(x.row_key, '/', 2)::bigint from journal.every_change x
     where x.operation_id = ${operationId} and x.table_name = 'membership' and split_part(x.row_key, '/', 1) = ${String(group)}`;
  return sql`(${ofPeople(operationId, people)} or ${groupOf} = ${group})`;
};

/** A guardian goes with the child, unless another child has the same. */
const ofPeople = (operationId: number, people: Sql): Sql => sql`
  (${personOf} in (${people})
   or (c.table_name = 'guardian' and c.row_key in (
         select split_part(g.row_key, '/', 2) from journal.change g
          where g.operation_id = ${operationId} and g.table_name = 'user_guardian'
            and split_part(g.row_key, '/', 1)::bigint in (${people}))))`;

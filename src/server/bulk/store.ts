/** The rows of an act on many, and what became of each. */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import type { ErrorCode, Params } from '#kernel/errors.ts';
import { roles } from '#kernel/permissions.ts';
import type { Actor } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import type { Sql } from '#server/list/source.ts';
import { notBlocked } from '#server/session/schools.ts';

export interface StoredAct {
  act: string;
  input: unknown;
  actorId: number;
  schoolId: number | null;
  attempts: number;
}

interface NewAct {
  operationId: number;
  act: string;
  input: unknown;
  actor: Actor;
  retryOf: number | undefined;
}

/** `rows`: a subselect `(place, key, name, shielded)`. Answers how many rows there are. */
export async function saveAct(tx: Db, { operationId, act, input, actor, retryOf }: NewAct, rows: Sql) {
  await sql`
    insert into bulk_act (operation_id, act, input, actor_id, school_id, retry_of)
    values (${operationId}, ${act}, ${JSON.stringify(input)}::jsonb, ${actor.userId}, ${actor.schoolId ?? null},
            ${retryOf ?? null})`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    insert into bulk_row (operation_id, place, key, name, shielded)
    select ${operationId}, row_number() over (order by chosen.place), chosen.key, chosen.name, chosen.shielded
      from ${rows} chosen`.execute(tx);
  const total = Number(numAffectedRows);
  await sql`update journal.operation set total = ${total} where id = ${operationId}`.execute(tx);
  return total;
}

/** Notes that the work is taken up once more. */
export async function takeAct(db: Db, operationId: number): Promise<StoredAct | undefined> {
  const { rows } = await sql<{
    act: string;
    actorId: number;
    schoolId: number | null;
    attempts: number;
    input: string;
  }>`
    update bulk_act set attempts = attempts + 1 where operation_id = ${operationId}
    returning act, actor_id, school_id, attempts, input::text as input`.execute(db);
  const [found] = rows;
  // As text: the query builder would rename the keys inside the value.
  return found && { ...found, input: JSON.parse(found.input) };
}

/** Who has been tried in vain is tried after the others. */
export async function leastTriedFirst(db: Db, operationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from journal.operation o left join bulk_act a on a.operation_id = o.id
     where o.id = any (${operationIds}) order by a.attempts, o.id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function nextRows(tx: Db, operationId: number, most: number) {
  const { rows } = await sql<{ place: number; key: string }>`
    select place, key from bulk_row where operation_id = ${operationId} and outcome = 'waiting'
     order by place limit ${most}`.execute(tx);
  return rows;
}

export interface Outcome {
  place: number;
  refusal: { code: ErrorCode; params: Params } | undefined;
}

/** In the transaction of what was done, so that a row is never done twice nor told wrongly. */
export async function saveOutcomes(tx: Db, operationId: number, outcomes: readonly Outcome[]): Promise<void> {
  const told = outcomes.map(({ place, refusal }) => ({
    place,
    code: refusal?.code ?? null,
    params: refusal?.params ?? null,
  }));
  await sql`
    update bulk_row r set outcome = case when t.code is null then 'done' else 'refused' end, code = t.code, params = t.params
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t (place integer, code text, params jsonb)
     where r.operation_id = ${operationId} and r.place = t.place`.execute(tx);
  // It gets further: whatever ended its processes so far, it was not these rows.
  await sql`update bulk_act set attempts = 0 where operation_id = ${operationId} and attempts > 0`.execute(
    tx,
  );
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined).length;
  await sql`
    update journal.operation set done = done + ${outcomes.length}, failed = failed + ${refused}
     where id = ${operationId}`.execute(tx);
}

/** Who started it, with the rights of today; nobody when the account is closed. */
export async function actorOf(
  db: Db,
  userId: number,
  schoolId: number | null,
  now: Date,
): Promise<Actor | undefined> {
  const today = osloDay(now);
  const { rows } = await sql<{ userName: string; displayName: string; held: string[] }>`
    select u.user_name, trim(u.first_name || ' ' || u.last_name) as display_name,
           array(select g.role from role_grant g
                  where g.user_id = u.id and (g.school_id is null or g.school_id = ${schoolId})
                    and (g.valid_to is null or g.valid_to >= ${today}::date) and ${notBlocked}) as held
      from users u
     where u.id = ${userId} and not u.deactivated and (u.expires_on is null or u.expires_on >= ${today}::date)`.execute(
    db,
  );
  const [person] = rows;
  if (!person) return undefined;
  return {
    userId,
    userName: person.userName,
    displayName: person.displayName,
    schoolId: schoolId ?? undefined,
    roles: roles.filter((role) => person.held.includes(role)),
    sessionId: '',
  };
}

/**
 * What the nightly import does with temporary access and blocks (specification §4), set by set. `day` is the day of
 * the import; what a missed night left undone is made up for. The caller has the transaction and its operation.
 */
import { type RawBuilder, sql } from 'kysely';

import { isAdmin } from '#areas/users/server/service.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { inForce } from '#server/list/scope.ts';
import { registeredAs, stillMay } from '#server/session/still-may.ts';

import { temporaryAccessList } from '../contract.ts';
import type { AccessKind } from '../rules.ts';
import { listEntries } from './store.ts';

interface At {
  now: Date;
  day: string;
}

export interface StepResult {
  changed: number;
}

type Condition = RawBuilder<unknown>;

/** `stepAtImport` of the rules, in SQL. */
const due = {
  start: (day: string): Condition =>
    sql`e.status = 'planned' and e.start_on <= ${day}::date + 1 and e.end_on > ${day}::date`,
  end: (day: string): Condition => sql`e.status = 'active' and (e.ends_next or e.end_on <= ${day}::date)`,
};

async function rowsOf(query: RawBuilder<unknown>, tx: Db): Promise<number> {
  return Number((await query.execute(tx)).numAffectedRows ?? 0n);
}

/** What was over before it began. */
const strikeOff = (tx: Db, kind: string, { now, day }: At): Promise<number> =>
  rowsOf(
    sql`update access_entry e set status = 'ended', ended_at = ${now}, version = version + 1
         where e.kind = ${kind} and e.status = 'planned' and e.end_on <= ${day}::date`,
    tx,
  );

/** Created the day before its start, removed on its last day. */
export async function runTemporaryAccess(tx: Db, at: At): Promise<StepResult> {
  const ended = await endTemporary(tx, at);
  const struck = await strikeOff(tx, 'temporary', at);
  const begun = await beginTemporary(tx, due.start(at.day), at);
  return { changed: ended + struck + begun };
}

/** An immediate start (specification §4): this one, before the import. */
export async function beginAtOnce(tx: Db, id: number, at: At): Promise<void> {
  await beginTemporary(tx, sql`e.id = ${id}`, at);
}

async function beginTemporary(tx: Db, which: Condition, { now, day }: At): Promise<number> {
  const failed = await rowsOf(
    sql`update access_entry e
           set status = 'failed', executed_at = ${now}, version = e.version + 1,
               failure = case when not ${stillMay('e', 'school-access.order', day)} then 'registrar'
                              when u.expires_on < ${day}::date then 'user-left' else 'already-here' end
          from users u
         where u.id = e.user_id and e.kind = 'temporary' and ${which}
           and (not ${stillMay('e', 'school-access.order', day)} or u.expires_on < ${day}::date or exists (
             select from school_user p where p.user_id = e.user_id and p.school_id = e.school_id))`,
    tx,
  );
  const begun = await rowsOf(
    sql`with begun as (
          update access_entry e set status = 'active', executed_at = ${now}, version = version + 1
           where e.kind = 'temporary' and ${which} and e.status = 'planned'
          returning e.school_id, e.user_id, e.role, e.start_on, e.end_on)
        insert into school_user (school_id, user_id, role, source, start_on, end_on, added_at)
        select school_id, user_id, role, 'temporary-access', start_on, end_on, ${now} from begun
         order by school_id, user_id`,
    tx,
  );
  return failed + begun;
}

/** With the place at the school go the groups of the school somebody was put into by hand meanwhile. */
async function endTemporary(tx: Db, { now, day }: At): Promise<number> {
  const over = sql`access_entry e where e.kind = 'temporary' and ${due.end(day)}`;
  await sql`
    delete from membership m using groups g, school_user p, ${over}
       and p.user_id = e.user_id and p.school_id = e.school_id and p.source = 'temporary-access'
       and m.user_id = e.user_id and g.id = m.group_id and g.school_id = e.school_id and m.source = 'manual'`.execute(
    tx,
  );
  await sql`
    delete from school_user p using ${over}
       and p.user_id = e.user_id and p.school_id = e.school_id and p.source = 'temporary-access'`.execute(tx);
  return rowsOf(
    sql`update access_entry e set status = 'ended', ended_at = ${now}, version = version + 1
         where e.kind = 'temporary' and ${due.end(day)}`,
    tx,
  );
}

/** A longer or shorter stay is also the place's; nothing else about it can change. */
export async function moveEnd(tx: Db, id: number): Promise<void> {
  await sql`
    update school_user p set end_on = e.end_on from access_entry e
     where e.id = ${id} and e.kind = 'temporary' and e.status = 'active' and p.user_id = e.user_id
       and p.school_id = e.school_id and p.source = 'temporary-access'
       and p.end_on is distinct from e.end_on`.execute(tx);
}

/** Carried out the evening before the start; active ones removed on their last day or at the next import. */
export async function runBlocks(tx: Db, at: At): Promise<StepResult> {
  const ended = await endBlocks(tx, at);
  const struck = await strikeOff(tx, 'block', at);
  const begun = await beginBlocks(tx, at);
  const again = await takeAgain(tx);
  return { changed: ended + struck + begun + again };
}

/** Also a pupil at the school: then only the employee role is shut (glossary, "student with blocked employee role"). */
const isPupilToo = (day: string): Condition => sql`exists (
  select from membership m join groups g on g.id = m.group_id
   where m.user_id = p.user_id and g.school_id = p.school_id and m.role = 'student' and g.archived_at is null
     and ${inForce('m', day)})`;

async function beginBlocks(tx: Db, { now, day }: At): Promise<number> {
  const mayStill = stillMay('e', 'school-access.order', day);
  // Also who became an administrator since it was registered.
  const isProtected = sql`(${isAdmin(sql`e.user_id`, day)} and e.registered_in is not null
    and not ${registeredAs('e', ['superadmin'])})`;
  const failed = await rowsOf(
    sql`update access_entry e
           set status = 'failed', executed_at = ${now}, version = version + 1,
               failure = case when not ${mayStill} then 'registrar' when ${isProtected} then 'account-protected'
                              else 'no-role' end
         where e.kind = 'block' and ${due.start(day)} and (not ${mayStill} or ${isProtected} or not exists (
           select from school_user p where p.user_id = e.user_id and p.school_id = e.school_id
              and (p.role = 'employee') = (e.role = 'employee')))`,
    tx,
  );
  const begun = await rowsOf(
    sql`update access_entry e
           set status = 'active', executed_at = ${now}, version = e.version + 1,
               effect = case when e.role = 'employee' and ${isPupilToo(day)} then 'role' else 'place' end
          from school_user p
         where e.kind = 'block' and ${due.start(day)} and p.user_id = e.user_id and p.school_id = e.school_id`,
    tx,
  );
  return failed + begun;
}

/** Every active block takes what it takes, also where the source gave the place anew since. */
async function takeAgain(tx: Db): Promise<number> {
  const places = await rowsOf(
    sql`update school_user p set blocked = true from access_entry e
         where e.kind = 'block' and e.status = 'active' and e.effect = 'place' and not p.blocked
           and p.user_id = e.user_id and p.school_id = e.school_id`,
    tx,
  );
  const roles = await rowsOf(
    sql`update school_user p set role = 'studentBlockedEmployee' from access_entry e
         where e.kind = 'block' and e.status = 'active' and e.effect = 'role' and p.role = 'employee'
           and p.user_id = e.user_id and p.school_id = e.school_id`,
    tx,
  );
  await sql`
    update users u set role = 'studentBlockedEmployee', version = u.version + 1 from access_entry e
     where e.kind = 'block' and e.status = 'active' and e.effect = 'role' and u.id = e.user_id
       and u.role = 'employee' and u.primary_school_id = e.school_id`.execute(tx);
  return places + roles;
}

async function endBlocks(tx: Db, { now, day }: At): Promise<number> {
  const over = sql`e.kind = 'block' and ${due.end(day)}`;
  await sql`update school_user p set blocked = false from access_entry e
     where ${over} and e.effect = 'place' and p.blocked and p.ended_on is null and p.user_id = e.user_id and p.school_id = e.school_id`.execute(
    tx,
  );
  await sql`update school_user p set role = 'employee' from access_entry e
     where ${over} and e.effect = 'role' and p.role = 'studentBlockedEmployee'
       and p.user_id = e.user_id and p.school_id = e.school_id`.execute(tx);
  await sql`update users u set role = 'employee', version = u.version + 1 from access_entry e
     where ${over} and e.effect = 'role' and u.role = 'studentBlockedEmployee' and u.id = e.user_id
       and u.primary_school_id = e.school_id`.execute(tx);
  return rowsOf(
    sql`update access_entry e set status = 'ended', ended_at = ${now}, version = version + 1 where ${over}`,
    tx,
  );
}

/** How many entries somebody should look at; the list with the same filter shows them. */
export async function countWarned(
  db: Db,
  scope: Scope,
  kind: AccessKind,
  filters: Record<string, string>,
  now: Date,
): Promise<number> {
  const question = temporaryAccessList.query.parse({ ...filters, pageSize: 1 });
  return (await listEntries(db, scope, kind, question, now)).TotalItems;
}

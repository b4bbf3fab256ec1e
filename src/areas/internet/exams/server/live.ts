/** How an exam goes, from what the directory and the enforcement points have told. */
import { sql } from 'kysely';

import type { LiveLock, Seat } from '#areas/internet/exam-day/contract.ts';
import { holdersOf } from '#areas/internet/points/server/service.ts';
import { type ChatRestriction, chatTimes } from '#kernel/internet/lock-times.ts';
import type { Db } from '#server/db.ts';

/**
 * `examId` came from a scope. An account is as the directory was told last: open from its first telling on the exam's
 * day until it was told that the exam is over.
 */
export async function readSeats(db: Db, examId: number, now: Date): Promise<Seat[]> {
  const { rows } = await sql<Seat>`
    select c.number as "candidateNo", c.user_name as "userName", i.last_login_at as "lastLogin", i.machine, c.late,
           case when o.key is null then 'missing'
                when e.exam_on <> (${now}::timestamptz at time zone 'Europe/Oslo')::date then 'closed'
                when o.held_at < e.exam_on::timestamp at time zone 'Europe/Oslo' then 'closed'
                when o.held_at >= e.ended_at then 'closed'
                else 'open' end as account,
           exists (select from internet_lock_opening p join internet_lock l on l.id = p.lock_id
                    where p.candidate_id = c.id and (p.until_at is null or p.until_at > ${now})
                      and l.active_from <= ${now} and l.ends_at > ${now}) as opened
      from exam_candidate c join exam_group e on e.id = c.exam_group_id
      left join exam_sign_in i on i.candidate_id = c.id
      left join directory.object o on o.kind = 'candidate' and o.key = c.id and o.gone_at is null
     where c.exam_group_id = ${examId} order by c.number`.execute(db);
  return rows;
}

interface LockRow extends Omit<LiveLock, 'active' | 'chat' | 'held' | 'from' | 'until'> {
  from: Date;
  until: Date;
  chatSince: Date;
  chat: ChatRestriction;
}

/** Those in force, and those to come; the latest that is over when there is nothing else. */
export async function readLiveLocks(db: Db, examId: number, now: Date, realNow: Date): Promise<LiveLock[]> {
  const { rows } = await sql<LockRow>`
    select l.id, l.description, l.active_from as "from", l.ends_at as until, coalesce(l.chat_since, l.created_at) as "chatSince", l.chat
      from internet_lock_target t join internet_lock l on l.id = t.lock_id
     where t.exam_group_id = ${examId} order by l.active_from`.execute(db);
  const left = rows.filter(({ until }) => until > now);
  const shown = left.length > 0 ? left : rows.slice(-1);
  const holders = await holdersOf(
    db,
    shown.map(({ id }) => id),
    realNow,
  );
  return shown.map(({ id, description, from, until, chatSince, chat }) => ({
    id,
    description,
    from: from.toISOString(),
    until: until.toISOString(),
    active: from <= now && now < until,
    chat: chatTimes({ from, until }, chatSince).asked <= now && now < until ? chat : 'none',
    held: holders.flatMap(({ lockId, name, since }) =>
      lockId === id && since ? [{ point: name, since: since.toISOString() }] : [],
    ),
  }));
}

/** Marks an exam's accounts as due now, those too that were set aside. Answers how many there are. */
export async function bringAccounts(db: Db, examId: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into directory.mark select 'candidate', id, true from exam_candidate where exam_group_id = ${examId}`.execute(
    db,
  );
  return Number(numAffectedRows);
}

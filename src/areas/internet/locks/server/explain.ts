/** "Why is this page open or shut for this pupil at this moment?", by the rules the enforcement decides by. */
import { sql } from 'kysely';

import type { Explanation } from '#areas/internet/explain/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import { accessUnder, judge, type LockInForce } from '#kernel/internet/decide.ts';
import { hostOf } from '#kernel/internet/domain.ts';
import { type Lease, locksReaching } from '#kernel/internet/lease.ts';
import { chatAt } from '#kernel/internet/lock-times.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

import { alwaysOpenAt, entriesOf, examResourcesAt, packagesAt } from './opens.ts';
import { groupsOver } from './reach.ts';
import { readLocks } from './store.ts';
import { findSubject, type Subject } from './subject.ts';

interface Asking {
  db: Db;
  scope: Scope;
  now: Date;
}

/** Whoever asks is told besides what keeps them from opening (`opening.ts`). */
type Found = Omit<Explanation, 'locks'> & { locks: Omit<Explanation['locks'][number], 'cannotOpen'>[] };

interface Reaching {
  lockId: number;
  through: string[];
  openedAt: Date | null;
  openedUntil: Date | null;
}

/** The locks on a person's groups around a moment, with the groups through which each reaches them. */
export async function locksOver(db: Db, subject: Subject, at: Date): Promise<Reaching[]> {
  const isUser = subject.kind === 'user';
  const reached = isUser
    ? sql`(select t.lock_id, array_agg(distinct g.display_name) as through
             from ${groupsOver(subject.id, osloDay(at))} o
             join internet_lock_target t on t.group_id = o.id
             join groups g on g.id = o.through group by t.lock_id)`
    : sql`(select t.lock_id, array[e.description] as through
             from exam_candidate c join exam_group e on e.id = c.exam_group_id
             join internet_lock_target t on t.exam_group_id = e.id where c.id = ${subject.id})`;
  // Chat follows up to four hours before, so locks that are near count too; the kernel says which are in force.
  const { rows } = await sql<Reaching>`
    select r.lock_id as "lockId", r.through, o.opened_at as "openedAt", o.until_at as "openedUntil"
      from ${reached} r join internet_lock l on l.id = r.lock_id
      left join internet_lock_opening o on o.lock_id = l.id
       and ${isUser ? sql`o.user_id` : sql`o.candidate_id`} = ${subject.id}
     where l.ends_at > ${at} and l.active_from <= ${at}::timestamptz + interval '4 hours'
       and l.created_at <= ${at}`.execute(db);
  return rows;
}

export async function explain(
  { db, scope, now }: Asking,
  { userName, at = now, address }: { userName: string; at?: Date; address?: string | undefined },
): Promise<Found> {
  const subject = (await findSubject(db, scope, userName, now)) ?? refuse('user.not-found');
  const reaching = await locksOver(db, subject, at);
  const reading = { scope, now: at, today: osloDay(at) };
  const rows = await readLocks(
    db,
    reading,
    reaching.map(({ lockId }) => lockId),
  );
  const leases = await leasesOf(db, subject, rows, reaching, at);
  const inForce = locksReaching(leases, subject.userName, at);
  const access = accessUnder(inForce);
  const chatting = rows.map(({ activeFrom, end, chat, chatSince }) => ({
    from: new Date(activeFrom),
    until: new Date(end),
    chat,
    since: chatSince,
  }));

  return {
    userName: subject.userName,
    displayName: subject.displayName,
    at: at.toISOString(),
    locked: access.locked,
    locks: access.standings.flatMap(({ lock, standing }) => {
      const row = rows.find(({ id }) => id === lock);
      const through = reaching.find(({ lockId }) => lockId === lock)?.through ?? [];
      return row ? [{ ...row, standing, through }] : [];
    }),
    open: access.open.map(asSent),
    chat: chatAt(chatting, at),
    verdict: address ? asVerdict(address, judge(access, address)) : null,
  };
}

type Row = Awaited<ReturnType<typeof readLocks>>[number];

/** The same facts an enforcement point holds, about one person. */
async function leasesOf(
  db: Db,
  { kind, userName }: Subject,
  rows: readonly Row[],
  reaching: readonly Reaching[],
  at: Date,
): Promise<Lease[]> {
  return Promise.all(
    rows.map(async (row): Promise<Lease> => {
      const { id, exam, ownDomains, packageIds, schoolId } = row;
      const packages = packageIds.length > 0 ? await packagesAt(db, schoolId, packageIds) : [];
      const resources = row.examResources ? await examResourcesAt(db, schoolId) : [];
      const opening = reaching.find(({ lockId }) => lockId === id);
      const always = await alwaysOpenAt(db, schoolId);
      const contents = { id, ownDomains, packages, resources };
      const name = userName.toLowerCase();
      const wasOpened = opening?.openedAt !== null && opening !== undefined && opening.openedAt <= at;
      return {
        id,
        exam,
        from: new Date(row.activeFrom),
        until: new Date(row.end),
        members: new Set([name]),
        examUsers: new Set(kind === 'candidate' ? [name] : []),
        opened: new Map(wasOpened ? [[name, opening.openedUntil]] : []),
        open: entriesOf(contents, false),
        openToExamUsers: entriesOf(contents, true),
        always,
      };
    }),
  );
}

/** The ids of the locks somebody is under now, and which of them are exam locks. */
export async function inForceOver(db: Db, subject: Subject, reading: Asking): Promise<LockInForce[]> {
  const reaching = await locksOver(db, subject, reading.now);
  const ids = reaching.map(({ lockId }) => lockId);
  const rows = await readLocks(db, { ...reading, today: osloDay(reading.now) }, ids);
  return locksReaching(
    await leasesOf(db, subject, rows, reaching, reading.now),
    subject.userName,
    reading.now,
  );
}

interface Sent {
  domain: string;
  sources: Explanation['open'][number]['sources'];
}

/** Kernel entries are read-only; what is sent is the same, written anew. */
export const asSent = ({
  domain,
  sources,
}: {
  domain: string;
  sources: readonly Sent['sources'][number][];
}): Sent => ({ domain, sources: [...sources] });

function asVerdict(address: string, verdict: ReturnType<typeof judge>): Explanation['verdict'] {
  return {
    address,
    open: verdict.open,
    why: verdict.why,
    host: hostOf(address)?.host,
    entries: 'entries' in verdict ? verdict.entries.map(asSent) : [],
  };
}

/** All SQL about central administrators' accounts, except their list. */
import { sql } from 'kysely';

import type { Output } from '#kernel/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import type { Page } from '#kernel/list.ts';
import type { Role } from '#kernel/permissions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { listPage } from '#server/list/page.ts';
import type { Question } from '#server/list/source.ts';

import { accountList, type AccountRow, type portalAccounts } from '../contract.ts';
import { accountSource, isKeeper, isLive } from './list.ts';

/** As the database has it; what the asker may do is the handler's to say. */
export type StoredAccount = Omit<AccountRow, 'can' | 'cannot'>;

/** `at`: real time. */
export const listAccounts = (
  db: Db,
  scope: Scope,
  question: Question,
  { now, at }: { now: Date; at: Date },
): Promise<Page<StoredAccount>> =>
  listPage<StoredAccount, keyof typeof accountList.columns, never>(
    db,
    accountList,
    accountSource(at),
    scope,
    question,
    now,
  );

export interface Account {
  id: number;
  userName: string;
  displayName: string;
  roles: Role[];
  isClosed: boolean;
  isLocked: boolean;
  hasFactor: boolean;
}

/** Locks the account's row until the operation ends, so that no role is given to it between the check and the act. */
export async function findKeeper(
  tx: Db,
  scope: Scope,
  userName: string,
  now: Date,
): Promise<Account | undefined> {
  if (scope.kind !== 'owner') return undefined;
  const { rows } = await sql<Account>`
    select u.id, u.user_name, trim(u.first_name || ' ' || u.last_name) as display_name,
           u.deactivated or coalesce(u.expires_on < ${osloDay(now)}::date, false) as is_closed,
           coalesce(greatest(u.locked_until, u.sign_in_locked_until) > ${now}, false) as is_locked,
           exists (select from second_factor f where f.user_id = u.id) as has_factor,
           array(select g.role from role_grant g where g.user_id = u.id order by g.id) as roles
      from users u where lower(u.user_name) = lower(${userName}) and ${isKeeper}
       for update of u`.execute(tx);
  return rows[0];
}

export async function setClosed(tx: Db, userId: number, isClosed: boolean): Promise<void> {
  await sql`
    update users set deactivated = ${isClosed}, version = version + 1,
                     expires_on = case when ${isClosed} then expires_on end
     where id = ${userId}`.execute(tx);
}

type Session = Output<typeof portalAccounts.sessions>['Items'][number];

/** Of one account, or of all that are here; `at`: real time. */
export async function listKeeperSessions(
  db: Db,
  scope: Scope,
  { userName, at, current }: { userName: string | undefined; at: Date; current: string | undefined },
): Promise<(Omit<Session, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date })[]> {
  if (scope.kind !== 'owner') return [];
  const { rows } = await sql<
    Omit<Session, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date }
  >`
    select s.id, u.user_name, s.auth_level, s.created_at, s.last_used_at, host(s.ip) as ip, s.user_agent,
           s.id is not distinct from ${current ?? null}::uuid as is_current
      from session s join users u on u.id = s.user_id
     where ${isKeeper} and ${isLive(at)} and (${userName ?? null}::text is null or lower(u.user_name) = lower(${userName ?? null}))
     order by s.last_used_at desc, s.id limit 500`.execute(db);
  return rows;
}

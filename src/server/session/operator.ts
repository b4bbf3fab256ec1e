/** What the operator does from the machine itself: the first account, and a code when everything else fails. */
import { sql } from 'kysely';

import { ownerRoles, type Role } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';
import { inOperation } from '#server/journal/operation.ts';

import { findAccount } from './account.ts';
import { issueCode } from './by-code.ts';
import { rolesAnywhere } from './schools.ts';

interface Times {
  /** By the portal's clock. */
  now: Date;
  /** Real time. */
  realNow: Date;
}

/** Why no code is given. */
export type CodeRefusal = 'unknown' | 'closed' | 'not-central';

export type OperatorCode = { code: string } | { refusal: CodeRefusal };

const OPERATOR = { id: null, name: 'command line' };
const ROUTE = 'npm run login-code';

/** A code that works once within ten minutes; only for accounts with a role for the whole owner. */
export async function operatorCode(db: Db, userName: string, { now, realNow }: Times): Promise<OperatorCode> {
  const account = await findAccount(db, userName, now);
  if (!account) return { refusal: 'unknown' };
  if (!account.isOpen) return { refusal: 'closed' };
  const held = await rolesAnywhere(db, account.userId, now);
  if (!held.some(({ role }) => ownerRoles.includes(role))) return { refusal: 'not-central' };

  const wish = {
    event: 'sign-in.code-issued',
    route: ROUTE,
    actor: OPERATOR,
    reason: `For ${account.userName}`,
    now,
  };
  const code = await inOperation(db, wish, (tx) =>
    issueCode(tx, {
      userId: account.userId,
      authLevel: 'code',
      browser: undefined,
      federationHint: undefined,
      now: realNow,
    }),
  );
  return { code };
}

interface NewAdmin {
  userName: string;
  firstName: string;
  lastName: string;
  role: Extract<Role, 'centralAdmin' | 'superadmin'>;
  now: Date;
}

/** The first account of an installation, or one more for an emergency. Answers false when the name is taken. */
export async function createAdmin(db: Db, { role, ...admin }: NewAdmin): Promise<boolean> {
  const { now } = admin;
  const wish = { event: 'user.created', route: ROUTE, actor: OPERATOR, reason: `As ${role}`, now };
  return inOperation(db, wish, async (tx) => {
    const made = await insertAdmin(tx, { ...admin, roles: [role], by: OPERATOR.name });
    return made !== undefined;
  });
}

interface AdminRow extends Omit<NewAdmin, 'role'> {
  roles: readonly NewAdmin['role'][];
  /** Who gave the roles, as the log shows it. */
  by: string;
}

/** Inside an operation. Answers the account's id, undefined when the name is taken: names are never used again. */
export async function insertAdmin(
  tx: Db,
  { userName, firstName, lastName, roles, by, now }: AdminRow,
): Promise<number | undefined> {
  const { rows: taken } = await sql`
    insert into user_name_taken (user_name, taken_at) values (lower(${userName}), ${now})
    on conflict do nothing returning user_name`.execute(tx);
  if (taken.length === 0) return undefined;
  const { rows } = await sql<{ id: number }>`
    insert into users (user_name, first_name, last_name, role, created_at)
    values (${userName}, ${firstName}, ${lastName}, 'employee', ${now}) returning id`.execute(tx);
  const [made] = rows;
  if (!made) throw new Error('The account was not made');
  await sql`
    insert into role_grant (user_id, role, ordered_by, added_at)
    select ${made.id}, role, ${by}, ${now} from unnest(${[...roles]}::text[]) as role`.execute(tx);
  return made.id;
}

/** What the portal wants in the directory, read for many keys at a time. */
import { sql } from 'kysely';

import { placeOf } from '#connectors/directory/port.ts';
import type { KeptKind } from '#kernel/directory.ts';
import type { Db } from '#server/db.ts';
import type { Vault } from '#server/vault.ts';

import type { Means } from './means.ts';
import { candidates } from './wanted-candidates.ts';
import { examGroups } from './wanted-exams.ts';
import type { Wish } from './wish.ts';

/** Keys without a wish are gone from the portal. `today`: memberships begin and end by the calendar. */
export function readWanted(
  { db, passwords, examPasswords }: Pick<Means, 'db' | 'passwords' | 'examPasswords'>,
  kind: KeptKind,
  keys: readonly number[],
  today: string,
): Promise<Map<number, Wish>> {
  if (kind === 'school') return schools(db, keys);
  if (kind === 'user') return users(db, keys, passwords);
  if (kind === 'candidate') return candidates(db, keys, today, examPasswords);
  return kind === 'exam' ? examGroups(db, keys, today) : groups(db, keys, today);
}

async function schools(db: Db, keys: readonly number[]): Promise<Map<number, Wish>> {
  const { rows } = await sql<{ id: number; code: string; name: string }>`
    select id, code, name from school where id = any (${keys})`.execute(db);
  return new Map(
    rows.map(({ id, code, name }) => [id, { name: code, fields: { name: code, displayName: name } }]),
  );
}

interface UserRow {
  id: number;
  userName: string;
  firstName: string;
  lastName: string;
  title: string | null;
  department: string | null;
  email: string | null;
  mobilePhone: string | null;
  description: string | null;
  role: string;
  deactivated: boolean;
  /** Blocked at every school the person has a place at: nothing is left to sign in for (specification §4). */
  isShutOut: boolean;
  expiresOn: string | null;
  mustChangePassword: boolean;
  unlockedAt: Date | null;
  school: string | null;
  cipher: Buffer | null;
  mustChange: boolean | null;
  setAt: Date | null;
}

async function users(db: Db, keys: readonly number[], passwords: Vault): Promise<Map<number, Wish>> {
  const { rows } = await sql<UserRow>`
    select u.id, u.user_name, u.first_name, u.last_name, u.title, u.department, u.email, u.mobile_phone, u.description,
           u.role, u.deactivated, u.expires_on::text,
           exists (select from school_user p where p.user_id = u.id and p.blocked)
             and not exists (select from school_user p where p.user_id = u.id and not p.blocked) as is_shut_out, u.must_change_password, u.unlocked_at, s.code as school,
           p.cipher, p.must_change, p.set_at
      from users u
      left join school s on s.id = u.primary_school_id
      left join account_password p on p.user_id = u.id and p.cipher is not null
     where u.id = any (${keys})`.execute(db);
  return new Map(rows.map((row) => [row.id, userWish(row, passwords)]));
}

function userWish(row: UserRow, passwords: Vault): Wish {
  return {
    name: row.userName,
    fields: {
      name: row.userName,
      commonName: row.userName,
      // Whose employee role is blocked is a pupil meanwhile.
      place: placeOf(row.school, row.role === 'employee' ? 'employees' : 'students'),
      firstName: orNull(row.firstName),
      lastName: orNull(row.lastName),
      displayName: orNull(`${row.firstName} ${row.lastName}`.trim()),
      title: orNull(row.title),
      department: orNull(row.department),
      email: orNull(row.email),
      mobilePhone: orNull(row.mobilePhone),
      description: orNull(row.description),
      role: row.role,
      enabled: !row.deactivated && !row.isShutOut,
      expiresOn: row.expiresOn,
    },
    mustChange: row.mustChange ?? row.mustChangePassword,
    unlockedAt: row.unlockedAt,
    ...(row.cipher && { password: passwords.decrypt(row.cipher), passwordSetAt: row.setAt ?? undefined }),
  };
}

interface GroupRow {
  id: number;
  name: string;
  displayName: string;
  description: string | null;
  email: string | null;
  visible: boolean;
  school: string | null;
  members: string[];
}

/**
 * Members who are not in the directory yet follow when they are. A block at the group's school takes members out for as
 * long as it lasts; one of the employee role leaves what the person has as a pupil. Archived groups are gone from it, and those of types
 * no screen shows never come there. Each member is looked up by its key: while the directory is being filled the
 * database knows little of how many there are, and a join would go through all of them for every group.
 */
async function groups(db: Db, keys: readonly number[], today: string): Promise<Map<number, Wish>> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.name, g.display_name, g.description, g.email, g.visible_in_address_lists as visible, s.code as school,
           array(select there from (
                   select (select o.object_id from directory.object o
                            where o.kind = 'user' and o.key = m.user_id and o.gone_at is null and o.missing_since is null) as there
                     from membership m
                    where m.group_id = g.id and coalesce(m.start_on <= ${today}, true)
                      and coalesce(m.end_on >= ${today}, true)
                      and not exists (
                        select from school_user p
                         where p.school_id = g.school_id and p.user_id = m.user_id
                           and (p.blocked or (p.role = 'studentBlockedEmployee' and m.role <> 'student')))
                   union
                   select (select o.object_id from directory.object o
                            where o.kind = 'group' and o.key = n.child_id and o.gone_at is null and o.missing_since is null)
                     from group_nesting n where n.parent_id = g.id) found
                  where there is not null) as members
      from groups g
      left join school s on s.id = g.school_id
     where g.id = any (${keys}) and g.archived_at is null and g.type <> 'other'`.execute(db);
  return new Map(
    rows.map(({ id, name, displayName, description, email, visible, school, members }) => [
      id,
      {
        name,
        fields: {
          name,
          commonName: name,
          place: placeOf(school, 'groups'),
          displayName,
          description: orNull(description),
          email: orNull(email),
          hidden: !visible,
        },
        members: new Set(members),
      },
    ]),
  );
}

/** A directory has no empty values. */
const orNull = (value: string | null): string | null => (value === '' ? null : value);

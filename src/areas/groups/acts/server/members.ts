/** SQL that puts people and groups into groups and takes them out. */
import { sql } from 'kysely';

import { type GroupCard, peopleWithin, readGroup, type Reader } from '#areas/groups/server/service.ts';
import type { BulkResult } from '#kernel/bulk.ts';
import { osloDay } from '#kernel/dates.ts';
import type { ErrorCode } from '#kernel/errors.ts';
import { refuse } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import { inForce, teaches } from '#server/list/scope.ts';
import { all } from '#server/list/source.ts';

import type { Member } from '../contract.ts';
import { refuseOwnersGroup } from './store.ts';

const merge = (one: BulkResult, other: BulkResult): BulkResult => ({
  succeeded: [...one.succeeded, ...other.succeeded],
  failed: [...one.failed, ...other.failed],
});

const kindOf = (members: readonly Member[], kind: Member['kind']) =>
  members.filter((member) => member.kind === kind);

/** The result by the names asked with, in their order. `refused` has the code of those that do not get `code`. */
function told(
  asked: readonly Member[],
  done: ReadonlySet<string>,
  code: ErrorCode,
  refused: ReadonlyMap<string, ErrorCode> = new Map(),
): BulkResult {
  const names = [...new Set(asked.map(({ id }) => id))];
  return {
    succeeded: names.filter((name) => done.has(name)),
    failed: names
      .filter((name) => !done.has(name))
      .map((id) => ({ id, code: refused.get(id) ?? code, params: {} })),
  };
}

export async function addMembers(
  reader: Reader,
  group: GroupCard,
  members: readonly Member[],
): Promise<BulkResult> {
  const people = await addPeople(reader, group, kindOf(members, 'user'));
  return merge(people, await addGroups(reader, group, kindOf(members, 'group')));
}

export async function removeMembers(
  reader: Reader,
  group: GroupCard,
  members: readonly Member[],
): Promise<BulkResult> {
  const people = await removePeople(reader, group, kindOf(members, 'user'));
  return merge(people, await removeGroups(reader, group, kindOf(members, 'group')));
}

/** The people of the list that the scope reaches, by user name or address, each with the name asked with. */
const asked = (members: readonly Member[]) => sql`
  unnest(${members.map(({ id }) => id)}::text[], ${members.map(({ role }) => role ?? null)}::text[])
    with ordinality as a (id, role, place)`;

/** Nobody writes a teaching role for themselves: the rights over one's own groups hang on it. */
async function addPeople({ db, scope, now }: Reader, { id }: GroupCard, members: readonly Member[]) {
  if (members.length === 0) return { succeeded: [], failed: [] };
  const today = osloDay(now);
  const reach = all([...peopleWithin(scope), sql`(u.expires_on is null or u.expires_on >= ${today}::date)`]);
  const { rows } = await sql<{ id: string; ownRole: boolean }>`
    with named as (
      select n.*, n.user_id = ${scope.userId} and coalesce(${teaches('n')}, false) as own_role from (
        select a.id, a.role, a.place, u.id as user_id, u.role as kind
          from ${asked(members)} join users u on lower(u.user_name) = lower(a.id) where ${reach}
        union all
        select a.id, a.role, a.place, u.id, u.role
          from ${asked(members)} join users u on lower(u.email) = lower(a.id) where ${reach}) n
    ), found as (
      select distinct on (user_id) user_id, role,
             coalesce(role, case when kind = 'employee' then 'other' else 'student' end) as given
        from named where not own_role order by user_id, role is null, place
    ), other_roles as (
      delete from membership m using found f
       where m.group_id = ${id} and m.user_id = f.user_id and f.role is not null and m.role <> f.role
    ), put as (
      insert into membership (group_id, user_id, role, source, added_at, given_by)
      select ${id}, f.user_id, f.given, 'manual', ${now}, ${scope.userId} from found f
       where f.role is not null or not exists (
         select from membership m where m.group_id = ${id} and m.user_id = f.user_id and ${inForce('m', today)})
      on conflict (group_id, user_id, role) do update
         set start_on = null, end_on = null, source = 'manual', added_at = excluded.added_at,
             given_by = excluded.given_by
       where not (${inForce('membership', today)})
    )
    select distinct id, own_role as "ownRole" from named`.execute(db);
  const refused = rows.filter(({ ownRole }) => ownRole).map(({ id: name }) => name);
  return told(
    members,
    new Set(rows.map((row) => row.id).filter((name) => !refused.includes(name))),
    'user.not-found',
    new Map(refused.map((name) => [name, 'group.own-teacher'])),
  );
}

async function removePeople({ db, scope }: Reader, { id }: GroupCard, members: readonly Member[]) {
  if (members.length === 0) return { succeeded: [], failed: [] };
  const { rows } = await sql<{ id: string }>`
    with named as (
      select a.id, u.id as user_id from ${asked(members)} join users u on lower(u.user_name) = lower(a.id)
       where ${all(peopleWithin(scope))}
      union all
      select a.id, u.id from ${asked(members)} join users u on lower(u.email) = lower(a.id)
       where ${all(peopleWithin(scope))}
    ), gone as (
      delete from membership m where m.group_id = ${id} and m.user_id in (select user_id from named)
      returning m.user_id
    )
    select distinct n.id from named n join gone g using (user_id)`.execute(db);
  return told(members, new Set(rows.map((row) => row.id)), 'group.member-not-found');
}

/** One at a time through here: two who nest each other's groups at once would close a ring neither can see. */
const NESTING_LOCK = 0x67_6e_65_73;

async function addGroups(reader: Reader, group: GroupCard, members: readonly Member[]): Promise<BulkResult> {
  if (members.length === 0) return { succeeded: [], failed: [] };
  const { db, now, scope } = reader;
  await sql`select pg_advisory_xact_lock(${NESTING_LOCK})`.execute(db);
  return onEach(
    db,
    members.map(({ id }) => id),
    async (name) => {
      const child = await readGroup(reader, name);
      refuseOwnersGroup(child, scope);
      if (child.archived !== null) refuse('group.archived');
      if (await isWithin(reader, group.id, child.id)) refuse('group.loop');
      await sql`insert into group_nesting (parent_id, child_id, added_at, given_by)
                values (${group.id}, ${child.id}, ${now}, ${scope.userId})
                on conflict do nothing`.execute(db);
    },
  );
}

/** Is the group within the other, or the same? */
async function isWithin({ db }: Reader, groupId: number, otherId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive around as (
      select ${groupId}::bigint as id
      union
      select n.parent_id from around join group_nesting n on n.child_id = around.id
    ) select exists (select from around where id = ${otherId}) as found`.execute(db);
  return rows[0]?.found === true;
}

async function removeGroups({ db }: Reader, { id }: GroupCard, members: readonly Member[]) {
  if (members.length === 0) return { succeeded: [], failed: [] };
  const { rows } = await sql<{ id: string }>`
    with named as (
      select a.id, g.id as child_id from ${asked(members)} join groups g on lower(g.name) = lower(a.id)
    ), gone as (
      delete from group_nesting n where n.parent_id = ${id} and n.child_id in (select child_id from named)
      returning n.child_id
    )
    select distinct n.id from named n join gone g using (child_id)`.execute(db);
  return told(members, new Set(rows.map((row) => row.id)), 'group.member-not-found');
}

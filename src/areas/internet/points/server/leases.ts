/** The leases as the database has them: each lock that is not over and begins soon, whole. */
import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import { asPupil } from '#areas/internet/locks/server/service.ts';
import { LEASE_HOURS, type WireAddresses, type WireLease } from '#connectors/web-filter/protocol/messages.ts';
import type { Db } from '#server/db.ts';

/** A lease, and what decides to whom it is handed out. */
export interface StoredLease {
  wire: WireLease;
  schoolId: number;
  /** Of the members those who belong to other schools too. */
  elsewhere: readonly { schoolId: number; names: readonly string[] }[];
  from: Date;
  until: Date;
}

interface Row {
  id: number;
  schoolId: number;
  elsewhere: StoredLease['elsewhere'];
  school: string;
  description: string;
  exam: boolean;
  from: Date;
  until: Date;
  open: string[];
  examResources: string[];
  always: string[];
  members: string[];
  examUsers: string[];
  opened: { user: string; until: string | null }[];
}

/** Read somewhat ahead, so that nothing is due between two looks. */
const AHEAD = `${LEASE_HOURS} hours 15 minutes`;

const each = (column: string, from: ReturnType<typeof sql>) => sql`coalesce((
  select array_agg(distinct ${sql.ref(column)} order by ${sql.ref(column)}) ${from}), '{}')`;

/** `ids`: only these; those that are not among the answers are no more. Members count as on the day it begins. */
export async function readLeases(
  db: Db,
  now: Date,
  ids: readonly number[] | undefined,
): Promise<StoredLease[]> {
  const among = ids === undefined ? sql`true` : sql`l.id = any(${[...ids]})`;
  const { rows } = await sql<Row>`
    with recursive chosen as (
      select l.*, (greatest(l.active_from, ${now}) at time zone 'Europe/Oslo')::date as day
        from internet_lock l
       where l.ends_at > ${now} and l.active_from <= ${now}::timestamptz + ${AHEAD}::interval and ${among}
    ), tree as (
      select t.lock_id, t.group_id as id
        from chosen l join internet_lock_target t on t.lock_id = l.id and t.group_id is not null
      union
      select tree.lock_id, n.child_id from tree join group_nesting n on n.parent_id = tree.id
        join groups c on c.id = n.child_id and c.archived_at is null
    ), reached as (
      select distinct l.id, l.school_id, u.id as user_id, lower(u.user_name) as name
        from chosen l join tree on tree.lock_id = l.id
        join membership m on m.group_id = tree.id and ${asPupil('m', sql`l.day`)}
        join users u on u.id = m.user_id
    ), pupils as (
      select id, array_agg(name order by name) as names from reached group by id
    ), guests as (
      select id, jsonb_agg(jsonb_build_object('schoolId', school_id, 'names', names) order by school_id) as schools
        from (select r.id, s.school_id, array_agg(r.name order by r.name) as names
                from reached r join school_user s on s.user_id = r.user_id and s.school_id <> r.school_id
               group by r.id, s.school_id) other group by id
    ), candidates as (
      select l.id, array_agg(distinct c.user_name order by c.user_name) as names
        from chosen l join internet_lock_target t on t.lock_id = l.id
        join exam_candidate c on c.exam_group_id = t.exam_group_id
       group by l.id
    )
    select l.id, l.school_id as "schoolId", coalesce(g.schools, '[]') as elsewhere, s.code as school, l.description, l.exam,
           l.active_from as "from", l.ends_at as until,
           ${each(
             'd',
             sql`from (select unnest(l.own_domains) d union select unnest(p.domains)
             from internet_lock_package k join domain_package p on p.id = k.package_id where k.lock_id = l.id) x`,
           )} as open,
           ${each(
             'd',
             sql`from exam_resource r, unnest(r.domains) d
             where l.exam_resources and (r.school_id is null or r.school_id = l.school_id)`,
           )} as "examResources",
           ${each('a.domain', sql`from always_open_page a where a.school_id is null or a.school_id = l.school_id`)} as always,
           coalesce(p.names, '{}') as members, coalesce(c.names, '{}') as "examUsers",
           coalesce((select jsonb_agg(jsonb_build_object('user', coalesce(lower(u.user_name), k.user_name),
                                                         'until', o.until_at) order by o.id)
                       from internet_lock_opening o left join users u on u.id = o.user_id
                       left join exam_candidate k on k.id = o.candidate_id where o.lock_id = l.id), '[]') as opened
      from chosen l join school s on s.id = l.school_id
      left join pupils p on p.id = l.id left join candidates c on c.id = l.id
      left join guests g on g.id = l.id
     order by l.id`.execute(db.withoutPlugins());
  return rows.map(asLease);
}

function asLease({ schoolId, elsewhere, from, until, ...row }: Row): StoredLease {
  const examUsers = new Set(row.examUsers);
  const said = {
    ...row,
    from: from.toISOString(),
    until: until.toISOString(),
    members: [...row.members.filter((name) => !examUsers.has(name)), ...row.examUsers],
    opened: row.opened.map((opened) => ({
      ...opened,
      until: opened.until === null ? null : new Date(opened.until).toISOString(),
    })),
  };
  return { wire: { ...said, revision: revisionOf(said) }, schoolId, elsewhere, from, until };
}

/** Who sits where, school by school. */
export async function readAddresses(db: Db): Promise<Map<number, WireAddresses>> {
  const { rows } = await sql<{ id: number; school: string; users: [string, string][] }>`
    select s.id, s.code as school,
           jsonb_agg(jsonb_build_array(case when masklen(a.address) = case family(a.address) when 4 then 32 else 128 end
                                            then host(a.address) else a.address::text end, a.user_name)
                     order by a.address) as users
      from machine_address a join school s on s.id = a.school_id group by s.id, s.code`.execute(
    db.withoutPlugins(),
  );
  return new Map(rows.map(({ id, ...said }) => [id, { ...said, revision: revisionOf(said) }] as const));
}

/** The same content has the same name, whichever node says it. */
export const revisionOf = (said: unknown): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22);

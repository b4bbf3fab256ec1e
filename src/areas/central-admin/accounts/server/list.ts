/** Accounts made in the portal for those who keep it. */
import { sql } from 'kysely';

import { ownerRoles } from '#kernel/permissions.ts';
import { contains, type ListSource, type Sql } from '#server/list/source.ts';
import { lives } from '#server/session/lives.ts';

import type { accountList } from '../contract.ts';

type C = keyof typeof accountList.columns;
type F = keyof typeof accountList.filters;

/** Whether the user `u` is in no school and from no source. An account that has lost every role stays in the list, closed. */
export const isKeeper: Sql = sql`(
  u.source = 'manual' and u.role = 'employee' and not exists (select from school_user su where su.user_id = u.id)
  and (exists (select from user_credential k where k.user_id = u.id)
       or exists (select from role_grant k where k.user_id = u.id and k.role = any (${[...ownerRoles]}))))`;

/** Of `s`, at a real moment. */
export const isLive = (at: Date): Sql => sql`(
  s.ended_at is null and s.expires_at > ${at} and s.last_used_at > ${new Date(at.getTime() - lives.idleMs)})`;

const state = (now: Date, today: string): Sql => sql`
  case when u.deactivated or u.expires_on < ${today}::date then 'closed'
       when greatest(u.locked_until, u.sign_in_locked_until) > ${now} then 'locked' else 'open' end`;

const sessions = (at: Date): Sql =>
  sql`(select count(*)::int from session s where s.user_id = u.id and ${isLive(at)})`;
const added: Sql = sql`
  left join lateral (select min(g.added_at) as at, (array_agg(g.ordered_by order by g.added_at, g.id))[1] as by,
                            array_agg(g.role order by g.role desc) as roles
                       from role_grant g where g.user_id = u.id) given on true`;

/** `at`: real time, which sessions live by. */
export const accountSource = (at: Date): ListSource<C, F> => ({
  from: () => sql`users u left join user_credential c on c.user_id = u.id
    left join second_factor f on f.user_id = u.id ${added}`,
  key: () => sql`u.id`,
  within: ({ scope }) => [scope.kind === 'owner' ? isKeeper : sql`false`],
  filters: {},
  search: (words) => contains(sql`u.search_text`, words),
  order: {
    displayName: () => [sql`u.sort_name`],
    userName: () => [sql`lower(u.user_name)`],
    state: ({ now, today }) => [state(now, today)],
    secondFactor: () => [sql`f.set_up_at`],
    sessions: () => [sessions(at)],
    lastLogin: () => [sql`u.last_login_at`],
    addedTime: () => [sql`coalesce(given.at, u.created_at)`],
    addedBy: () => [sql`given.by`],
    passwordChanged: () => [sql`c.changed_at`],
  },
  full: ['displayName', 'userName', 'state', 'sessions', 'addedTime'],
  tie: () => sql`u.id`,
  details: () => sql`join users u on u.id = page.key left join user_credential c on c.user_id = u.id
    left join second_factor f on f.user_id = u.id ${added}`,
  select: ({ scope, now, today }) => sql`
    u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as "displayName",
    coalesce(given.roles, '{}') as roles, ${state(now, today)} as state, f.set_up_at as "secondFactor",
    coalesce(c.must_change, false) as "mustChange", c.changed_at as "passwordChanged",
    u.last_login_at as "lastLogin", ${sessions(at)} as sessions, coalesce(given.at, u.created_at) as "addedTime",
    given.by as "addedBy", u.id = ${scope.userId} as "isSelf"`,
});

/**
 * Whom and what the log is asked about: found by name among those whose history the reader may see, people with a deleted
 * account included. A filter that names nobody the reader may see is refused, the same way as one that names nobody at all.
 */
import { sql } from 'kysely';

import { refuse, refuseField } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { schoolOf } from '#server/list/scope.ts';
import { all, contains, type Sql } from '#server/list/source.ts';

import type { LogChoice } from '../contract.ts';
import { operationsSeen } from './seen.ts';
import type { FoundTarget } from './target.ts';

/** Choices of one kind that a picker shows. */
const AT_MOST = sql`20`;
/** Letters that are looked for; one letter is in half of all names. */
const FEWEST = 2;

/** Everybody there is or was: `(id, user_name, name, sort_name, words, shielded, gone)`. */
const everybody = sql`(
  select u.id, u.user_name, u.first_name || ' ' || u.last_name as name, u.sort_name, u.search_text as words, u.shielded,
         false as gone
    from users u
  union all
  select g.id, g.user_name, concat_ws(' ', g.first_name, g.last_name), concat_ws(' ', g.last_name, g.first_name),
         lower(concat_ws(' ', g.first_name, g.last_name, g.user_name)), g.shielded, true
    from journal.gone_person g)`;

/** Conditions on one of `everybody`, `e`: the reader may see their history. At a school: they have or had a place there. */
function peopleSeen(scope: Scope): Sql[] {
  if (scope.kind !== 'owner' && scope.kind !== 'school') return [sql`false`];
  const school = schoolOf(scope);
  const place = sql`${school ?? null}::integer || '/' || e.id`;
  return [
    ...(scope.shielded ? [] : [sql`not e.shielded`]),
    ...(school === undefined
      ? []
      : [
          sql`(exists (select 1 from school_user s where s.school_id = ${school} and s.user_id = e.id)
            or exists (select 1 from journal.change c where c.row_key = ${place} and c.table_name = 'school_user')
            or exists (select 1 from role_grant r where r.school_id = ${school} and r.user_id = e.id))`,
        ]),
  ];
}

const groupsSeen = (scope: Scope): Sql[] => {
  if (scope.kind !== 'owner' && scope.kind !== 'school') return [sql`false`];
  const school = schoolOf(scope);
  return [
    sql`g.type <> 'other'`,
    ...(school === undefined ? [] : [sql`(g.school_id = ${school} or g.school_id is null)`]),
  ];
};

/** What follows the prefix of a target: a user name, a group's name, or the id of somebody whose account is deleted. */
const prefixes = ['user', 'group', 'gone'] as const;

/**
 * `user:kari.nordmann`, `group:FJB 8A` or `gone:4711`. A user name finds the account that has it now, else the newest
 * deleted one that had it. Throws `user.not-found`, `group.not-found`, and `request.invalid` for anything else.
 */
export async function findTarget(db: Db, scope: Scope, text: string): Promise<FoundTarget> {
  const named = targetIn(text) ?? refuseField('request.invalid', 'target', 'invalid');
  if (named.prefix === 'group') {
    const conditions = [sql`lower(g.name) = lower(${named.name})`, ...groupsSeen(scope)];
    const { rows } = await sql<{ id: number }>`select g.id from groups g where ${all(conditions)}`.execute(
      db,
    );
    return rows[0] ? { type: 'group', id: rows[0].id } : refuse('group.not-found');
  }
  const [person] = await selectPeople(db, [personCalled(named), ...peopleSeen(scope)]);
  return person ? { type: 'user', id: person.id } : refuse('user.not-found');
}

interface Named {
  prefix: (typeof prefixes)[number];
  name: string;
}

function targetIn(text: string): Named | undefined {
  const at = text.indexOf(':');
  const name = text.slice(at + 1).trim();
  const prefix = prefixes.find((one) => one === text.slice(0, Math.max(at, 0)));
  if (!prefix || name === '' || (prefix === 'gone' && !/^\d{1,15}$/.test(name))) return undefined;
  return { prefix, name };
}

/** A condition on one of `everybody`, `e`. */
const personCalled = ({ prefix, name }: Named): Sql =>
  prefix === 'gone' ? sql`e.gone and e.id = ${Number(name)}` : sql`lower(e.user_name) = lower(${name})`;

interface FoundPerson {
  id: number;
  userName: string;
  name: string;
  gone: boolean;
}

const choiceOf = (value: string, { userName, name, gone }: FoundPerson): LogChoice => ({
  value,
  label: name.trim() === '' || name === userName ? userName : `${name.trim()} (${userName})`,
  ...(gone && { note: 'gone' }),
});

const selectPeople = async (db: Db, conditions: readonly Sql[]): Promise<FoundPerson[]> => {
  const { rows } = await sql<FoundPerson>`
    select e.id, e.user_name as "userName", e.name, e.gone from ${everybody} e where ${all(conditions)}
     order by e.gone, e.sort_name collate norwegian, e.id desc limit ${AT_MOST}`.execute(db);
  return rows;
};

/** The people and groups whose history the reader may ask for, by any word of their names; or whom a target itself names. */
export async function listTargets(db: Db, scope: Scope, search: string): Promise<LogChoice[]> {
  if (search.length < FEWEST) return [];
  const named = targetIn(search);
  if (named?.prefix === 'group')
    return groupChoices(db, [sql`lower(g.name) = lower(${named.name})`, ...groupsSeen(scope)]);
  if (named) {
    const people = await selectPeople(db, [personCalled(named), ...peopleSeen(scope)]);
    return people.slice(0, 1).map((person) => choiceOf(search, person));
  }
  const people = await selectPeople(db, [contains(sql`e.words`, search), ...peopleSeen(scope)]);
  const groups = await groupChoices(db, [contains(sql`g.search_text`, search), ...groupsSeen(scope)]);
  return [
    ...people.map((person) =>
      choiceOf(person.gone ? `gone:${person.id}` : `user:${person.userName}`, person),
    ),
    ...groups,
  ];
}

async function groupChoices(db: Db, conditions: readonly Sql[]): Promise<LogChoice[]> {
  const { rows } = await sql<{ name: string; title: string }>`
    select g.name, case when g.display_name = g.name then g.name else g.display_name || ' (' || g.name || ')' end as title
      from groups g where ${all(conditions)} order by g.name_sort, g.id limit ${AT_MOST}`.execute(db);
  return rows.map(({ name, title }) => ({ value: `group:${name}`, label: title }));
}

/** Those who did something the reader sees. Somebody who sees no operation but their own finds themselves. */
export async function listActors(db: Db, scope: Scope, search: string): Promise<LogChoice[]> {
  if (search.length < FEWEST) return [];
  const people = await actorsWho(db, scope, contains(sql`e.words`, search));
  return people.map((person) => choiceOf(person.userName, person));
}

/** Whose operations are asked for: the ids of those who have, or last had, the user name. Throws `user.not-found`. */
export async function findActor(db: Db, scope: Scope, userName: string): Promise<number[]> {
  const people = await actorsWho(db, scope, sql`lower(e.user_name) = lower(${userName})`);
  return people.length > 0 ? people.map(({ id }) => id) : refuse('user.not-found');
}

function actorsWho(db: Db, scope: Scope, called: Sql): Promise<FoundPerson[]> {
  const acted =
    scope.kind === 'own-groups'
      ? sql`e.id = ${scope.userId}`
      : sql`exists (select 1 from journal.operation o where ${all([sql`o.actor_id = e.id`, ...operationsSeen(scope)])})`;
  return selectPeople(db, [called, acted, ...(scope.shielded ? [] : [sql`not e.shielded`])]);
}

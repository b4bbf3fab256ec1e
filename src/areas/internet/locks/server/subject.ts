/** Who is meant by a user name under a lock: a person, or a candidate of an exam. */
import { sql } from 'kysely';

import { findPeople } from '#areas/users/server/service.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { all } from '#server/list/source.ts';

import { examsWithin } from './reach.ts';

export interface Subject {
  kind: 'user' | 'candidate';
  id: number;
  userName: string;
  displayName: string;
}

export async function findSubject(
  db: Db,
  scope: Scope,
  userName: string,
  now: Date,
): Promise<Subject | undefined> {
  const [person] = await findPeople(db, scope, [userName], now);
  if (person) {
    const { id, userName: name, displayName } = person;
    return { kind: 'user', id, userName: name, displayName };
  }
  const { rows } = await sql<Subject>`
    select 'candidate' as kind, c.id, c.user_name as "userName", c.user_name as "displayName"
      from exam_candidate c join exam_group e on e.id = c.exam_group_id
     where c.user_name = lower(${userName}) and ${all(examsWithin(scope))}`.execute(db);
  return rows[0];
}

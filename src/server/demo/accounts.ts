/** Whom a newcomer can sign in as, by what the database says about them now. */
import { sql } from 'kysely';

import type { Role } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';

import { demoDefaults } from '../../demo/parameters.ts';
import { centralAdmin, story } from '../../demo/story.ts';
import { readTold } from './state.ts';

export interface DemoAccount {
  userName: string;
  name: string;
  /** None: a pupil, or a principal, who has no access to the portal. */
  role: Role | null;
  schools: string[];
  /** Signs in with the password of the demo; the others come by the simulated federation. */
  hasPassword: boolean;
}

/** In the order of the story, the operator's account last. Empty where there is no story. */
export async function demoAccounts(db: Db): Promise<DemoAccount[]> {
  const told = await readTold(db);
  if (!told) return [];
  const people = story({ ...demoDefaults, date: told.date });
  const sources = people.map(({ source }) => source);
  const ids = people.map(({ sourceId }) => sourceId);

  const { rows } = await sql<DemoAccount>`
    select u.user_name, trim(u.first_name || ' ' || u.last_name) as name, min(g.role) as role,
           coalesce(array_agg(s.name order by s.name_sort) filter (where s.id is not null),
                    array(select p.name from school p where p.id = u.primary_school_id and not bool_or(g.id is not null)))
             as schools,
           exists (select from user_credential c where c.user_id = u.id) as has_password
      from (select k.user_id, w.place
              from unnest(${sources}::text[], ${ids}::text[]) with ordinality as w (source, source_id, place)
              join user_source k using (source, source_id)
            union all
            select id, null from users where user_name = ${centralAdmin.userName}) w
      join users u on u.id = w.user_id
      left join role_grant g on g.user_id = u.id
      left join school s on s.id = g.school_id
     group by w.place, u.id
     order by w.place nulls last`.execute(db);
  return rows;
}

/** One person's account in the directory, for whoever may see the person. */
import { sql } from 'kysely';

import { peopleReached } from '#areas/users/server/service.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

import type { DirectoryAccount } from '../state.ts';

/** Undefined when the scope reaches nobody of that name. */
export async function readAccount(
  db: Db,
  scope: Scope,
  userName: string,
  now: Date,
): Promise<DirectoryAccount | undefined> {
  const { rows } = await sql<DirectoryAccount>`
    select case when e.stopped_at is not null then 'stopped' when e.error is not null then 'failing'
                when e.key is not null or exists (select from directory.mark m where m.kind = 'user' and m.key = u.id)
                then 'waiting'
                when d.found is not null then 'differs' when o.key is null then 'absent' else 'held' end as state,
           o.name, o.held_at as held, e.error,
           exists (select from account_password p where p.user_id = u.id and p.cipher is not null) as "passwordWaits",
           o.without_password as "withoutPassword", coalesce(d.found, '[]') as differences
      from users u
      left join directory.object o on o.kind = 'user' and o.key = u.id
      left join directory.due e on e.kind = 'user' and e.key = u.id
      left join lateral (
        select jsonb_agg(jsonb_build_object('field', f.field, 'wanted', f.wanted, 'observed', f.observed)
                         order by f.field) as found
          from directory.drift f where f.kind = 'user' and f.key = u.id) d on true
     where lower(u.user_name) = lower(${userName}) and ${peopleReached(scope, now)}`.execute(
    db.withoutPlugins(),
  );
  return rows[0];
}

/**
 * Accounts that are in the directory and not the portal's: noted by a sweep, and taken over when a superadmin says so
 * (decision 0014). Among them are accounts elsewhere in the domain whose names stand in the portal's way.
 */
import { sql } from 'kysely';

import type { Directory, Observed } from '#connectors/directory/port.ts';
import type { Db } from '#server/db.ts';

import { type DatabaseTime, databaseTime } from './objects.ts';

type Obstacle = 'administrator' | 'outside';

export interface StrangerNotes {
  /** What a portion of a sweep found that is nobody's. */
  note: (found: readonly Observed[]) => Promise<void>;
  /** Adds those outside the portal's part, forgets who was not seen again, and looks for the people they may be. */
  complete: () => Promise<void>;
}

/** `now`: by the portal's clock. */
export async function openStrangerNotes(db: Db, directory: Directory, now: Date): Promise<StrangerNotes> {
  const began = await databaseTime(db);
  const administrators = await directory.administrators();
  const obstacleOf = ({ id }: Observed): Obstacle | null => (administrators.has(id) ? 'administrator' : null);
  return {
    note: (found) => save(db, found, { now, obstacleOf }),
    async complete() {
      const outside = await directory.outside(await namesInTheWay(db));
      await save(db, outside, { now, obstacleOf: (one) => obstacleOf(one) ?? 'outside' });
      await forgetOthers(db, began);
      await findCandidates(db);
    },
  };
}

interface Noting {
  now: Date;
  obstacleOf: (one: Observed) => Obstacle | null;
}

async function save(db: Db, found: readonly Observed[], { now, obstacleOf }: Noting): Promise<void> {
  const rows = found.flatMap((one) => {
    const { name, displayName, firstName, lastName, email, place, enabled } = one.fields;
    if (typeof name !== 'string') return [];
    const said = { name, displayName, firstName, lastName, email, place, enabled: enabled === true };
    return [{ id: one.id, ...said, lastLogin: one.lastLogin ?? null, obstacle: obstacleOf(one) }];
  });
  if (rows.length === 0) return;
  await sql`
    insert into directory.stranger as s (object_id, name, display_name, first_name, last_name, email, place, enabled,
                                         last_login, obstacle, found_at, seen_at)
    select r.id, r.name, r."displayName", r."firstName", r."lastName", r.email, r.place, r.enabled, r."lastLogin",
           r.obstacle, ${now}, clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        r (id uuid, name text, "displayName" text, "firstName" text, "lastName" text, email text, place text,
           enabled boolean, "lastLogin" timestamptz, obstacle text)
     where not exists (select from directory.object o where o.object_id = r.id)
     order by r.id
    on conflict (object_id) do update
      set name = excluded.name, display_name = excluded.display_name, first_name = excluded.first_name,
          last_name = excluded.last_name, email = excluded.email, place = excluded.place, enabled = excluded.enabled,
          last_login = excluded.last_login, obstacle = excluded.obstacle, seen_at = excluded.seen_at`.execute(
    db,
  );
}

/** User names the directory refused because somebody has them. */
async function namesInTheWay(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select u.user_name as name from directory.due d join users u on u.id = d.key
     where d.kind = 'user' and d.error = 'name-taken' order by d.key limit 500`.execute(db);
  return rows.map(({ name }) => name);
}

async function forgetOthers(db: Db, began: DatabaseTime): Promise<void> {
  await sql`
    delete from directory.stranger s
     where s.seen_at < ${began}::timestamptz
        or exists (select from directory.object o where o.object_id = s.object_id)`.execute(db);
}

/** Set by set: a directory may hold as many strangers as the portal has people. */
async function findCandidates(db: Db): Promise<void> {
  await sql`
    with alike as (
      select s.object_id, u.id from directory.stranger s join users u on lower(u.user_name) = lower(s.name)
      union
      select s.object_id, u.id from directory.stranger s join users u on lower(u.email) = lower(s.email)
      union
      select s.object_id, u.id from directory.stranger s
        join users u on lower(u.first_name) = lower(s.first_name) and lower(u.last_name) = lower(s.last_name)
    ), found as (
      select s.object_id, coalesce(array_agg(a.id order by a.id) filter (where a.id is not null), '{}') as ids
        from directory.stranger s left join alike a using (object_id) group by s.object_id
    )
    update directory.stranger s set candidates = f.ids
      from found f where f.object_id = s.object_id and s.candidates <> f.ids`.execute(db);
}

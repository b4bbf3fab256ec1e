/** When candidates' accounts were used, as enforcement points tell. Nothing here says who a candidate is. */
import { sql } from 'kysely';

import { osloDay } from '#kernel/dates.ts';
import type { Db } from '#server/db.ts';

export interface SignIn {
  userName: string;
  at: Date;
  /** The machine's name or address. */
  machine: string | null;
}

/** Notes the latest of each candidate whose exam is today; whoever is no candidate is passed over. */
export async function noteSignIns(db: Db, signIns: readonly SignIn[], now: Date): Promise<void> {
  if (signIns.length === 0) return;
  const given = JSON.stringify(
    signIns.map(({ userName, at, machine }) => ({ name: userName.toLowerCase(), at, machine })),
  );
  await sql`
    insert into exam_sign_in as s (candidate_id, last_login_at, machine)
    select distinct on (c.id) c.id, r.at, r.machine
      from jsonb_to_recordset(${given}::jsonb) r (name text, at timestamptz, machine text)
      join exam_candidate c on c.user_name = r.name
      join exam_group e on e.id = c.exam_group_id and e.exam_on = ${osloDay(now)}::date
     order by c.id, r.at desc
    on conflict (candidate_id) do update
      set last_login_at = excluded.last_login_at, machine = coalesce(excluded.machine, s.machine)
      where s.last_login_at < excluded.last_login_at or s.machine is null`.execute(db);
}

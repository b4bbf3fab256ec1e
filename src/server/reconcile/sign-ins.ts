/** Asks the directory which candidates of today's exams have signed in. No directory tells of it by itself. */
import { sql } from 'kysely';

import type { Directory } from '#connectors/directory/port.ts';
import { osloDay } from '#kernel/dates.ts';

import type { Means } from './means.ts';

/** One node asks at a time, so often. */
const EVERY_S = 15;
const PORTION = 500;

interface Waiting {
  id: number;
  objectId: string;
}

/** Answers how many were found to have signed in. */
export async function readSignIns(means: Means, directory: Directory): Promise<number> {
  const { db, clock, time } = means;
  const today = osloDay(clock.now());
  // Whose account has been used is known; enforcement points tell of later times.
  const { rows: waiting } = await sql<Waiting>`
    with turn as (
      update directory.state set sign_ins_at = ${time.now()}
       where (sign_ins_at is null or sign_ins_at <= ${time.now()}::timestamptz - make_interval(secs => ${EVERY_S}))
         and exists (select from exam_group where exam_on = ${today}::date and ended_at is null)
      returning 1
    )
    select c.id, o.object_id from turn, exam_group e
      join exam_candidate c on c.exam_group_id = e.id
      join directory.object o on o.kind = 'candidate' and o.key = c.id
     where e.exam_on = ${today}::date and e.ended_at is null
       and not exists (select from exam_sign_in s where s.candidate_id = c.id)
     order by c.id`.execute(db);
  let found = 0;
  for (let start = 0; start < waiting.length; start += PORTION) {
    const asked = waiting.slice(start, start + PORTION);
    const seen = await directory.read(
      'user',
      asked.map(({ objectId }) => ({ id: objectId, name: '' })),
    );
    const used = asked.flatMap(({ id }, index) => {
      const at = seen[index]?.lastLogin;
      return at ? [{ id, at }] : [];
    });
    found += used.length;
    if (used.length === 0) continue;
    await sql`
      insert into exam_sign_in (candidate_id, last_login_at)
      select r.id, r.at from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) r (id bigint, at timestamptz)
        join exam_candidate c on c.id = r.id
      on conflict (candidate_id) do nothing`.execute(db);
  }
  return found;
}

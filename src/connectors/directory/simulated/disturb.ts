/** What technicians do in a directory behind a portal's back, so that a demo has something to find. */
import type { Pool } from 'pg';

/** People by chance, who are in the directory. */
const person = `(select id from simulated_directory.object where kind = 'user' and not removed order by random() limit 1)`;

/** Changes objects so that whoever asks what was changed is told. */
const change = (fields: string, where: string): string => `
  update simulated_directory.object
     set fields = fields || ${fields}, usn = nextval('simulated_directory.usn')
   where not removed and ${where}`;

const acts: readonly string[] = [
  change(`'{"enabled": false}'`, `id = ${person}`),
  change(`'{"title": "Rådgiver", "department": "Sentralbordet"}'`, `id = ${person}`),
  change(
    `jsonb_build_object('displayName', (fields ->> 'displayName') || ' (gammel)')`,
    `id = (select id from simulated_directory.object where kind = 'group' and not removed order by random() limit 1)`,
  ),
  // Somebody who does not belong there.
  `with put as (
     insert into simulated_directory.member (group_id, member_id)
     select g.id, ${person} from simulated_directory.object g
      where g.kind = 'group' and not g.removed and exists (select from simulated_directory.member m where m.group_id = g.id)
      order by random() limit 1
     on conflict do nothing returning group_id)
   update simulated_directory.object o set usn = nextval('simulated_directory.usn') from put where o.id = put.group_id`,
  // Somebody who does.
  `with taken as (
     delete from simulated_directory.member m
      using (select group_id, member_id from simulated_directory.member order by random() limit 1) one
      where m.group_id = one.group_id and m.member_id = one.member_id returning m.group_id)
   update simulated_directory.object o set usn = nextval('simulated_directory.usn') from taken where o.id = taken.group_id`,
  `update simulated_directory.object set removed = true, usn = nextval('simulated_directory.usn') where id = ${person}`,
];

/** Answers how many objects are not as they were. */
export async function disturb(pool: Pool): Promise<number> {
  let count = 0;
  for (const act of acts) count += (await pool.query(act)).rowCount ?? 0;
  return count;
}

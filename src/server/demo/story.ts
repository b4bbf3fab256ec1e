/** What the import cannot know: who holds which role, who is shielded, locked or gone, and the operator's own account. */
import { sql } from 'kysely';

import { addDays, osloDay } from '#kernel/dates.ts';
import type { Db } from '#server/db.ts';
import { hashPassword } from '#server/session/password.ts';

import type { Parameters } from '../../demo/parameters.ts';
import { centralAdmin, shieldedPupil, story } from '../../demo/story.ts';
import { type Told, TOLD_KEY } from './state.ts';

/** Known to everybody who reads the terminal: a demo municipality has nobody to protect. */
export const DEMO_PASSWORD = 'Fjordby-demo-2026';

const LOCKED = 3;
const EXPIRED = { student: 31, employee: 9 } as const;
/** They left one after the other, so that "who quit lately" and "who quit long ago" both have somebody. */
const LEAVING_DAYS = 90;
/** Far longer than a lock lasts by itself: a demo of some days' age shall still have somebody to unlock. */
const LOCK_DAYS = 365;

/** Inside an operation. */
export async function tellStory(tx: Db, parameters: Parameters, now: Date): Promise<void> {
  await grantRoles(tx, parameters, now);
  await makeCentralAdmin(tx, now);
  await shield(tx, parameters);
  await lockSome(tx, now);
  await expireSome(tx, osloDay(now));

  const told: Told = { date: parameters.date, preparedAt: now.toISOString() };
  const settings = { [TOLD_KEY]: told, ...site(parameters.municipality) };
  await sql`
    insert into site_setting (key, value) select key, value from jsonb_each(${JSON.stringify(settings)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(tx);
}

/** What the owner has said of its portal, as every municipality must. */
function site(ownerName: string): Record<string, unknown> {
  const home = `https://www.${ownerName.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;
  return {
    ownerName,
    color: '#0d5d66',
    accessibilityStatementUrl: `${home}/tilgjengelighet`,
    privacyUrl: `${home}/personvern`,
    supportUrl: `${home}/it-hjelp`,
    frontPageInfo: {
      text: {
        nb: 'Dette er en demokommune. Ingen av personene finnes.',
        nn: 'Dette er ein demokommune. Ingen av personane finst.',
        en: 'This is a demo municipality. None of the people exist.',
        fr: 'Ceci est une commune de démonstration. Aucune de ces personnes n’existe.',
      },
      severity: 'info',
      from: null,
      to: null,
    },
  };
}

async function grantRoles(tx: Db, parameters: Parameters, now: Date): Promise<void> {
  const wanted = story(parameters).flatMap(({ source, sourceId, grants }) =>
    grants.map(({ role, schoolId = null }) => ({ source, source_id: sourceId, role, school: schoolId })),
  );
  const { rows } = await sql`
    insert into role_grant (user_id, role, school_id, ordered_by, added_at)
    select k.user_id, w.role, s.id, ${parameters.municipality}, ${now}
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (source text, source_id text, role text, school text)
      join user_source k on k.source = w.source and k.source_id = w.source_id
      left join school s on s.source = w.source and s.source_id = w.school
     where w.school is null or s.id is not null
    returning id`.execute(tx);
  if (rows.length !== wanted.length) {
    throw new Error(`The demo's file has ${rows.length} of the ${wanted.length} roles of its story`);
  }
}

/** In no school data source: the operator's way in when the federation is away. */
async function makeCentralAdmin(tx: Db, now: Date): Promise<void> {
  const [firstName = '', ...rest] = centralAdmin.displayName.split(' ');
  const hash = await hashPassword(DEMO_PASSWORD);
  await sql`
    with made as (
      insert into users (user_name, first_name, last_name, role, created_at)
      values (${centralAdmin.userName}, ${firstName}, ${rest.join(' ')}, 'employee', ${now}) returning id, user_name
    ), named as (
      insert into user_name_taken (user_name, taken_at) select lower(user_name), ${now} from made
    ), secret as (
      insert into user_credential (user_id, password_hash, changed_at) select id, ${hash}, ${now} from made
    )
    insert into role_grant (user_id, role, added_at)
    select id, role, ${now} from made, unnest(${centralAdmin.grants.map(({ role }) => role)}::text[]) role`.execute(
    tx,
  );
}

/** PIFU-IMS has no field for it, so somebody at the school reads the remark and decides. */
async function shield(tx: Db, parameters: Parameters): Promise<void> {
  const { source, sourceId } = shieldedPupil(parameters);
  await sql`
    update users u set shielded = true, version = u.version + 1
      from user_source k where k.user_id = u.id and k.source = ${source} and k.source_id = ${sourceId}`.execute(
    tx,
  );
}

/** Nobody the story needs: no role, no deviation, nothing decided about them yet. In an order that looks like none. */
export const plainUsers = sql`
  select u.id, u.role, row_number() over (partition by u.role order by md5(u.user_name)) as place
    from users u
   where u.source <> 'manual' and u.expires_on is null and u.locked_until is null and not u.shielded
     and cardinality(u.invalid_columns) = 0
     and not exists (select from role_grant g where g.user_id = u.id)`;

async function lockSome(tx: Db, now: Date): Promise<void> {
  const until = new Date(now);
  until.setUTCDate(until.getUTCDate() + LOCK_DAYS);
  await sql`
    update users u set locked_until = ${until}, version = u.version + 1
      from (${plainUsers}) p where p.id = u.id and p.role = 'student' and p.place <= ${LOCKED}`.execute(tx);
}

async function expireSome(tx: Db, today: string): Promise<void> {
  await sql`
    update users u set expires_on = ${addDays(today, -1)}::date - (p.place * 7 % ${LEAVING_DAYS})::integer,
                       version = u.version + 1
      from (${plainUsers}) p
     where p.id = u.id
       and p.place <= case p.role when 'student' then ${EXPIRED.student} when 'employee' then ${EXPIRED.employee} else 0 end`.execute(
    tx,
  );
}

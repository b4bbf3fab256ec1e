/** The people of the portal as the simulated federation shows them; only in a demo. */
import { type RawBuilder, sql } from 'kysely';

import type { SimulatedPeople, SimulatedPerson } from '#connectors/federation/simulated/people.ts';
import type { Db } from '#server/db.ts';

const PER_PAGE = 30;

/** The roles in Norwegian (glossary.md), widest first. */
const roleNames = sql`(values
  ('superadmin', 'Superadministrator', 1), ('centralAdmin', 'Sentral administrator', 2),
  ('schoolAdministrator', 'Skoleadministrator', 3), ('schoolIct', 'IKT-ansvarlig', 4),
  ('groupAdministrator', 'Gruppeadministrator', 5), ('licenceAdministrator', 'Lisensadministrator', 6),
  ('teacher', 'Lærer', 7)) as named (role, label, place)`;

const about = sql`coalesce(
  (select string_agg(distinct label || coalesce(' ved ' || s.name, ''), ', ')
     from role_grant g join ${roleNames} using (role) left join school s on s.id = g.school_id where g.user_id = u.id),
  (select case su.role when 'student' then 'Elev' else 'Ansatt' end
          || coalesce(' i ' || su.class_name, '') || ', ' || s.name
     from school_user su join school s on s.id = su.school_id
    where su.user_id = u.id order by su.is_primary desc limit 1),
  'Ikke knyttet til noen skole')`;

export function simulatedPeople(db: Db): SimulatedPeople {
  const list = async (where: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<SimulatedPerson[]> => {
    const { rows } = await sql<SimulatedPerson>`
      select u.user_name, trim(u.first_name || ' ' || u.last_name) as display_name, ${about} as about
        from users u where ${where} order by ${order} limit ${PER_PAGE}`.execute(db);
    return rows;
  };
  const byName = sql`u.sort_name, u.id`;

  return {
    /** One or two of each kind of role, so that the list shows what there is. */
    featured: () =>
      list(
        sql`u.id in (
          select user_id from (
            select g.user_id, row_number() over (partition by g.role order by g.id) as n from role_grant g) first_ones
           where n <= 3)`,
        sql`(select min(place) from role_grant g join ${roleNames} using (role) where g.user_id = u.id), ${byName}`,
      ),
    search: (words) => {
      const pattern = `%${words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      return list(sql`u.search_text like ${pattern} and not u.shielded`, byName);
    },
    find: async (userName) => (await list(sql`lower(u.user_name) = lower(${userName})`, byName))[0],
  };
}

/** The schools of the portal, as a table's school names are compared with them. */
import type pg from 'pg';

import type { KnownSchool } from '#connectors/source/csv/schools.ts';

/** `feed`: the source whose own ids of the schools are wanted. */
export async function knownSchools(
  db: Pick<pg.ClientBase, 'query'> | pg.Pool,
  feed: string,
): Promise<KnownSchool[]> {
  const { rows } = await db.query<{ code: string; name: string; number: string | null; id: string | null }>(
    `select s.code, s.name, s.organization_number as number,
            coalesce(case when s.source = $1 then s.source_id end,
                     (select min(k.source_id) from school_source k
                       where k.school_id = s.id and k.source = $1)) as id
       from school s order by lower(s.name), s.id`,
    [feed],
  );
  return rows.map((row) => {
    const school: KnownSchool = { code: row.code, name: row.name };
    if (row.number !== null) school.organisationNumber = row.number;
    if (row.id !== null) school.sourceId = row.id;
    return school;
  });
}

/** Exam groups as the portal wants them in the directory: groups of their candidates, for as long as these have accounts. */
import { sql } from 'kysely';

import { placeOf } from '#connectors/directory/port.ts';
import { accountOn } from '#kernel/internet/exam-account.ts';
import type { Db } from '#server/db.ts';

import type { Wish } from './wish.ts';

interface ExamRow {
  id: number;
  name: string;
  description: string;
  examOn: string;
  school: string;
  members: string[];
}

/** Candidates who are not in the directory yet follow when they are. Looked up by their keys, as members of groups are. */
export async function examGroups(db: Db, keys: readonly number[], today: string): Promise<Map<number, Wish>> {
  const { rows } = await sql<ExamRow>`
    select e.id, e.name, e.description, e.exam_on::text as exam_on, s.code as school,
           array(select there from (
                   select (select o.object_id from directory.object o
                            where o.kind = 'candidate' and o.key = c.id and o.gone_at is null) as there
                     from exam_candidate c where c.exam_group_id = e.id) found
                  where there is not null) as members
      from exam_group e join school s on s.id = e.school_id
     where e.id = any (${keys})`.execute(db);
  return new Map(
    rows
      .filter(({ examOn }) => accountOn({ examDate: examOn, ended: false }, today) !== 'gone')
      .map(({ id, name, description, school, members }) => [
        id,
        {
          name,
          fields: {
            name,
            commonName: name,
            place: placeOf(school, 'exams'),
            displayName: description,
            description: null,
            email: null,
            // Nobody writes to candidates.
            hidden: true,
          },
          members: new Set(members),
        },
      ]),
  );
}

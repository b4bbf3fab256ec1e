/** What undoing may not do to exams: an exam that is over is over. */
import { sql } from 'kysely';

import { either, sets, type UndoRule } from '#server/journal/undo/rule.ts';

const exam = sql`(case when p.table_name = 'exam_group' then p.row_key else ${either('exam_group_id')} end)::integer`;

export const examUndoRules: readonly UndoRule[] = [
  {
    tables: ['exam_group', 'exam_candidate'],
    permissions: ['exams.manage'],
    refusals: ({ today }) => [
      {
        code: 'exam-group.over',
        when: sql`exists (select from exam_group xe where xe.id = ${exam}
          and (xe.exam_on < ${today}::date or (xe.ended_at is not null and not ${sets('ended_at')})))`,
      },
    ],
  },
];

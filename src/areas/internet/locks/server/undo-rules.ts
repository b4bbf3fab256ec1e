/** What undoing may not do to internet locks: the refusals of making, changing and ending one. */
import { sql } from 'kysely';

import { becomes, either, sets, type UndoRule } from '#server/journal/undo/rule.ts';

const lockOf = sql`(case when p.table_name = 'internet_lock' then p.row_key else ${either('lock_id')} end)::bigint`;

/** What the lock is laid on when the undoing is done. */
const targets = sql`(
  select xt.group_id, xt.exam_group_id from internet_lock_target xt where xt.lock_id = p.row_key::bigint
  union
  select (q.before ->> 'group_id')::bigint, (q.before ->> 'exam_group_id')::integer from undo_plan q
   where q.table_name = 'internet_lock_target' and q.act = 'I' and q.before ->> 'lock_id' = p.row_key)`;

/** A time that is not set back stays as it is. */
const time = (column: string) => sql`coalesce(
  case when p.act = 'I' or ${column} = any (p.cols) then ${becomes(column)}::timestamptz end,
  (select case ${column}::text when 'ends_at' then xl.ends_at else xl.active_from end
     from internet_lock xl where xl.id = p.row_key::bigint))`;

export const lockUndoRules: readonly UndoRule[] = [
  {
    tables: ['internet_lock'],
    permissions: ['locks.manage'],
    refusals: ({ now }) => [
      // Ended by the operation that is undone it has still to end by itself.
      {
        code: 'internet-lock.finished',
        when: sql`p.act <> 'D' and ${time('ends_at')} <= ${now}`,
      },
      {
        code: 'internet-lock.begun',
        when: sql`${sets('starts_at', 'active_from', 'immediate', 'chat', 'exam_resources')}
          and exists (select from internet_lock xl where xl.id = p.row_key::bigint and xl.active_from <= ${now})`,
      },
      {
        code: 'internet-lock.collision',
        when: sql`(p.act = 'I' or ${sets('active_from', 'ends_at')}) and exists (
          select from internet_lock xl join internet_lock_target xt on xt.lock_id = xl.id
            join ${targets} mine on mine.group_id = xt.group_id or mine.exam_group_id = xt.exam_group_id
           where xl.id <> p.row_key::bigint and xl.active_from < ${time('ends_at')} and ${time('active_from')} < xl.ends_at)`,
      },
    ],
  },
  {
    tables: ['internet_lock_target', 'internet_lock_package', 'internet_lock_opening'],
    permissions: ['locks.manage', 'users.delete'],
    refusals: ({ now }) => [
      {
        code: 'internet-lock.finished',
        when: sql`exists (select from internet_lock xl where xl.id = ${lockOf} and xl.ends_at <= ${now})
          and not exists (select from undo_plan q where q.table_name = 'internet_lock' and q.row_key = ${lockOf}::text
                             and q.outcome in ('reversed', 'partly'))`,
      },
      {
        code: 'internet-lock.begun',
        when: sql`p.table_name = 'internet_lock_target' and exists (
          select from internet_lock xl where xl.id = ${lockOf} and xl.active_from <= ${now})`,
      },
    ],
  },
  { tables: ['lock_template', 'lesson_time'], permissions: ['locks.manage'] },
];

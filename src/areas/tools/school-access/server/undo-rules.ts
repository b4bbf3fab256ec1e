/** What undoing may not do to temporary access and blocks: the refusals of ordering, changing and ending one. */
import { sql } from 'kysely';

import { isAdmin } from '#areas/users/server/service.ts';
import { prove } from '#kernel/scope.ts';
import { becomes, either, type UndoRule } from '#server/journal/undo/rule.ts';
import type { Sql } from '#server/list/source.ts';

const mayIct = sql`coalesce((select xe.ict_can_modify from access_entry xe where xe.id = p.row_key::bigint),
                            (p.before ->> 'ict_can_modify')::boolean, false)`;

const current = (condition: Sql): Sql =>
  sql`exists (select from access_entry xe where xe.id = p.row_key::bigint and ${condition})`;

const personOf = sql`coalesce((select xe.user_id from access_entry xe where xe.id = p.row_key::bigint),
                             (p.before ->> 'user_id')::bigint)`;

export const schoolAccessUndoRules: readonly UndoRule[] = [
  {
    tables: ['access_entry'],
    permissions: ['school-access.order', 'school-access.manage'],
    refusals: ({ actor, isSuperadmin, today }) => {
      const isBlock = sql`coalesce((select xe.kind from access_entry xe where xe.id = p.row_key::bigint),
                                   ${either('kind')}) = 'block'`;
      const place = sql`select from school_user xp where xp.user_id = ${becomes('user_id')}::bigint
                           and xp.school_id = ${becomes('school_id')}::integer`;
      // Of a row that comes back or changes; taking one's own order away only opens.
      const shuts = sql`${isBlock} and p.act <> 'D'`;
      return [
        ...(prove(actor, 'school-access.manage')
          ? []
          : [{ code: 'school-access.not-yours' as const, when: sql`not ${mayIct}` }]),
        { code: 'school-access.over', when: current(sql`xe.status in ('ended', 'failed')`) },
        { code: 'school-access.self', when: sql`${shuts} and ${personOf} = ${actor.userId}` },
        ...(isSuperadmin
          ? []
          : [{ code: 'user.admin-account' as const, when: sql`${shuts} and ${isAdmin(personOf, today)}` }]),
        {
          code: 'school-access.already-here',
          when: sql`p.act = 'I' and not ${isBlock} and exists (${place})`,
        },
        {
          code: 'school-access.not-here',
          when: sql`p.act = 'I' and ${isBlock} and not exists (${place}
            and (xp.role = 'employee') = (${becomes('role')} = 'employee'))`,
        },
      ];
    },
  },
];

/** What undoing may not do to periods of a closed account: the refusals of registering one, and of opening before its end. */
import { sql } from 'kysely';

import { closingRefusals, isGuestOf } from '#areas/users/server/service.ts';
import { becomes, sets, type UndoRule } from '#server/journal/undo/rule.ts';
import { registeredByOwner } from '#server/session/still-may.ts';

const person = sql`coalesce((select xd.user_id from deactivation xd where xd.id = p.row_key::bigint),
                            (p.before ->> 'user_id')::bigint)`;

/** A period that comes back, or goes on again, closes the account. */
const closes = sql`(p.act = 'I' or (${sets('status')} and ${becomes('status')} in ('planned', 'active')) or ${sets('start_on', 'end_on')})`;

export const deactivationUndoRules: readonly UndoRule[] = [
  {
    tables: ['deactivation'],
    permissions: ['users.deactivate'],
    refusals: (asker) => [
      { code: 'user.guest', when: isGuestOf(person, asker.scope) },
      { code: 'deactivation.self', when: sql`${closes} and ${person} = ${asker.actor.userId}` },
      {
        code: 'deactivation.superadmin',
        when: sql`${closes} and exists (
          select from role_grant sg where sg.user_id = ${person} and sg.role = 'superadmin')`,
      },
      ...closingRefusals(person, closes, asker),
      ...(asker.scope.kind === 'owner'
        ? []
        : [
            {
              code: 'user.closed-by-owner' as const,
              when: sql`exists (select from deactivation od where od.id = p.row_key::bigint and ${registeredByOwner('od')})`,
            },
          ]),
    ],
  },
];

/** What undoing may not do to people and their accounts: the refusals of the direct acts (`users/rules.ts`). */
import { sql } from 'kysely';

import {
  becomes,
  either,
  keyPart,
  sets,
  type UndoAsker,
  type UndoRefusal,
  type UndoRule,
} from '#server/journal/undo/rule.ts';
import type { Sql } from '#server/list/source.ts';
import { registeredByOwner } from '#server/session/still-may.ts';

import { editableFields } from '../contract.ts';
import { hasOtherPlace, isAdmin, isGuestOf } from './standing.ts';

const columnOf = (field: string): string =>
  field === 'expiryDate' ? 'expires_on' : field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Closing the account of `user`, an id, where `when` holds. */
export function closingRefusals(
  user: Sql,
  when: Sql,
  { actor, scope, isSuperadmin, today }: UndoAsker,
): UndoRefusal[] {
  return [
    { code: 'user.own-account', when: sql`${when} and ${user} = ${actor.userId}` },
    ...(isSuperadmin
      ? []
      : [{ code: 'user.admin-account' as const, when: sql`${when} and ${isAdmin(user, today)}` }]),
    { code: 'user.other-school', when: sql`${when} and ${hasOtherPlace(user, scope)}` },
  ];
}

/** Setting somebody's password aside or back, or their lock. */
function passwordRefusals(user: Sql, when: Sql, { actor, isSuperadmin, today }: UndoAsker): UndoRefusal[] {
  return [
    { code: 'password.own', when: sql`${when} and ${user} = ${actor.userId}` },
    ...(isSuperadmin
      ? []
      : [{ code: 'password.admin-account' as const, when: sql`${when} and ${isAdmin(user, today)}` }]),
    {
      code: 'user.expired',
      when: sql`${when} and exists (select from users xu where xu.id = ${user} and xu.expires_on < ${today}::date)`,
    },
  ];
}

const person = sql`p.row_key::bigint`;

function userRefusals(asker: UndoAsker): UndoRefusal[] {
  const { scope, isRequest } = asker;
  const closes = sql`(${sets('expires_on')} or p.act = 'D'
    or (${sets('deactivated')} and ${becomes('deactivated')} = 'true'))`;
  const owned = sql`exists (
    select from users ou cross join unnest(ou.owned_fields) f (field)
      join unnest(${[...editableFields]}::text[], ${editableFields.map(columnOf)}::text[]) e (field, col) using (field)
     where ou.id = ${person} and e.col = any (p.cols))`;
  return [
    { code: 'user.guest', when: sql`p.act = 'U' and ${isGuestOf(person, scope)}` },
    ...(isRequest
      ? [{ code: 'user.field-owned-by-source' as const, when: sql`p.act = 'U' and ${owned}` }]
      : []),
    ...closingRefusals(person, closes, asker),
    ...openingRefusals(asker),
    ...passwordRefusals(person, sets('locked_until', 'unlocked_at', 'must_change_password'), asker),
    {
      code: 'user.email-taken',
      when: sql`p.act <> 'D' and ('email' = any (p.cols) or p.act = 'I')
        and exists (select from groups eg where lower(eg.email) = lower(${becomes('email')}))`,
    },
  ];
}

/** What the owner ended stays ended: by its last day, or by a period that this undoing leaves. */
function openingRefusals({ scope }: UndoAsker): UndoRefusal[] {
  const period = sql`exists (
    select from deactivation od where od.user_id = ${person} and od.status = 'active' and ${registeredByOwner('od')}
       and not exists (select from undo_plan q where q.table_name = 'deactivation' and q.row_key = od.id::text))`;
  const lastDay = sql`exists (select from users eu where eu.id = ${person} and eu.expires_by_owner)`;
  return [
    {
      code: 'user.closed-by-owner',
      when: sql`${sets('deactivated')} and ${becomes('deactivated')} = 'false' and ${period}`,
    },
    ...(scope.kind === 'owner'
      ? []
      : [
          {
            code: 'user.closed-by-owner' as const,
            when: sql`${sets('expires_on', 'expires_by_owner')} and ${lastDay}`,
          },
        ]),
  ];
}

const placed = sql`${keyPart(2)}::bigint`;

export const userUndoRules: readonly UndoRule[] = [
  {
    tables: ['users'],
    permissions: ['users.update', 'users.delete', 'passwords.set'],
    refusals: userRefusals,
  },
  {
    // A place that goes, or is blocked again, shuts the person out of the school.
    tables: ['school_user'],
    permissions: ['users.update', 'users.delete', 'users.move', 'school-access.order'],
    refusals: ({ actor, scope, isSuperadmin, today }) => {
      const shuts = sql`((p.act = 'D' and ${either('source')} <> 'temporary-access') or (${sets('blocked')} and ${becomes('blocked')} = 'true')
        or (${sets('role')} and ${becomes('role')} = 'studentBlockedEmployee'))`;
      return [
        { code: 'school-access.self', when: sql`${shuts} and ${placed} = ${actor.userId}` },
        ...(scope.kind === 'owner'
          ? []
          : [
              {
                code: 'user.closed-by-owner' as const,
                when: sql`${sets('ended_on', 'blocked')} and exists (
                  select from school_user ep where ep.school_id = ${keyPart(1)}::integer and ep.user_id = ${placed}
                                               and ep.ended_by_owner)`,
              },
            ]),
        ...(isSuperadmin
          ? []
          : [{ code: 'user.admin-account' as const, when: sql`${shuts} and ${isAdmin(placed, today)}` }]),
      ];
    },
  },
  {
    tables: ['account_password'],
    permissions: ['passwords.set', 'passwords.issue'],
    refusals: (asker) => [
      { code: 'user.guest', when: isGuestOf(person, asker.scope) },
      ...passwordRefusals(person, sql`true`, asker),
    ],
  },
  {
    tables: ['school_change'],
    permissions: ['users.move'],
    refusals: ({ scope, today }) => [
      { code: 'user.guest', when: isGuestOf(person, scope) },
      {
        code: 'user.expired',
        when: sql`p.act = 'I' and exists (
          select from users xu where xu.id = ${person} and xu.expires_on < ${today}::date)`,
      },
      {
        code: 'user.already-there',
        when: sql`p.act <> 'D' and exists (
          select from users xu where xu.id = ${person} and xu.primary_school_id::text = ${becomes('to_school_id')})`,
      },
    ],
  },
  {
    // They come and go with the account.
    tables: [
      'account_removal',
      'common_user',
      'guardian',
      'user_field_source',
      'user_guardian',
      'user_setting',
      'user_source',
    ],
    permissions: ['users.delete'],
  },
  { tables: ['import_person'], permissions: ['users.update', 'users.delete'] },
  {
    tables: ['role_grant'],
    permissions: ['access.order', 'users.delete'],
    refusals: ({ actor, today }) => {
      const superadmin = sql`${either('role')} = 'superadmin' and ${either('school_id')} is null`;
      const others = sql`exists (
        select from role_grant og join users ou on ou.id = og.user_id
         where og.role = 'superadmin' and og.school_id is null and og.id <> p.row_key::bigint
           and (og.valid_to is null or og.valid_to >= ${today}::date)
           and not ou.deactivated and (ou.expires_on is null or ou.expires_on >= ${today}::date))`;
      return [
        {
          code: 'superadmin.self',
          when: sql`p.act = 'D' and ${either('school_id')} is null and ${either('user_id')}::bigint = ${actor.userId}`,
        },
        { code: 'superadmin.last', when: sql`p.act = 'D' and ${superadmin} and not ${others}` },
        {
          code: 'superadmin.not-employee',
          when: sql`p.act = 'I' and ${superadmin} and not exists (
            select from users eu where eu.id = ${becomes('user_id')}::bigint and eu.role = 'employee')`,
        },
        // Roles come back with an account that was deleted, and else from those who give roles.
        ...(actor.roles.includes('superadmin')
          ? []
          : [
              {
                code: 'user.admin-account' as const,
                when: sql`${either('role')} <> 'teacher'`,
              },
            ]),
      ];
    },
  },
];

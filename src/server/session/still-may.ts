/**
 * What somebody registered and a later day carries out is carried out only while that person still may: the account open,
 * the right held where they stood. The row's `registered_in` is the operation it was registered in.
 */
import { type RawBuilder, sql } from 'kysely';

import { ownerRoles, type Permission, rolesWith } from '#kernel/permissions.ts';

import { notBlocked } from './schools.ts';

/** Of a row by its alias. What the portal registered by itself has nobody who could lose a right. */
export const stillMay = (
  row: string,
  permission: Permission,
  day: string,
): RawBuilder<boolean> => sql<boolean>`
  not exists (
    select from journal.operation o
     where o.id = ${sql.ref(`${row}.registered_in`)} and o.actor_id is not null and not exists (
       select from users ru join role_grant g on g.user_id = ru.id
        where ru.id = o.actor_id and not ru.deactivated and (ru.expires_on is null or ru.expires_on >= ${day}::date)
          and g.role = any (${rolesWith(permission)}) and (g.school_id is null or g.school_id = o.school_id)
          and (g.valid_to is null or g.valid_to >= ${day}::date) and ${notBlocked}))`;

/** The role somebody registered it by was one of these. */
export const registeredAs = (row: string, roles: readonly string[]): RawBuilder<boolean> => sql<boolean>`
  exists (select from journal.operation o
           where o.id = ${sql.ref(`${row}.registered_in`)} and o.actor_role = any (${[...roles]}))`;

/** Registered by a role that is held for the whole owner. */
export const registeredByOwner = (row: string): RawBuilder<boolean> => registeredAs(row, ownerRoles);

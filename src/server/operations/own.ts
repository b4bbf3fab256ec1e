/** Which operations are the reader's own to follow. */
import { sql } from 'kysely';

import { rolesWith } from '#kernel/permissions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Sql } from '#server/list/source.ts';
import { notBlocked } from '#server/session/schools.ts';

/**
 * What the reader started, for as long as they hold a role that follows operations where they started it: at that school,
 * or for the whole owner. `started`: the alias of a row with `actor_id` and `school_id`.
 */
export const ownOperations = ({ userId }: Scope, started: Sql, today: string): Sql => sql`(
  ${started}.actor_id = ${userId} and exists (
    select from role_grant g
     where g.user_id = ${userId} and g.role = any(${rolesWith('operations.read')})
       and (g.school_id is null or g.school_id = ${started}.school_id)
       and (g.valid_to is null or g.valid_to >= ${today}::date) and ${notBlocked}))`;

/** A person's roles and rights as a colleague may look at them: "why can they not see this button?". */
import { sql } from 'kysely';

import { rolesBeyondOwnGroups, rolesThatMay } from '#areas/users/rules.ts';
import { grants, type Permission, permissions, type Reach } from '#kernel/permissions.ts';
import { type Actor, prove, type Scope } from '#kernel/scope.ts';
import { because, lacking } from '#kernel/why.ts';
import type { Db } from '#server/db.ts';
import { schoolOf } from '#server/list/scope.ts';
import { notBlocked } from '#server/session/schools.ts';

import type { HeldRole, SeenRight } from '../contract.ts';

/** Those at the school the scope stands at and for the whole owner; standing at none, those at every school. */
interface Site {
  teachersSetPasswords: boolean;
}

export async function heldRoles(
  db: Db,
  scope: Scope,
  userId: number,
  { today, site }: { today: string; site: Site },
): Promise<HeldRole[]> {
  const school = schoolOf(scope);
  const { rows } = await sql<Omit<HeldRole, 'gives'>>`
    select g.role, g.ordered_by as "orderedBy", g.valid_to::text as "validTo",
           (g.valid_to is null or g.valid_to >= ${today}::date) and ${notBlocked} as "isInForce",
           case when s.id is not null then
             jsonb_build_object('code', s.code, 'name', s.name, 'abbreviation', s.abbreviation) end as school
      from role_grant g left join school s on s.id = g.school_id
     where g.user_id = ${userId} ${school === undefined ? sql`` : sql`and (g.school_id is null or g.school_id = ${school})`}
     order by s.name_sort nulls first, g.role`.execute(db);
  return rows.map((row) => Object.assign(row, { gives: givenBy(row.role, site) }));
}

/** A teacher's right to set passwords is the site's to open (`users/rules.ts`). */
const isShut = (permission: Permission, reach: Reach | null, site: Site): boolean =>
  permission === 'passwords.set' && reach === 'own-groups' && !site.teachersSetPasswords;

const givenBy = (role: HeldRole['role'], site: Site): HeldRole['gives'] =>
  permissions.flatMap((permission) => {
    const reach = grants[role][permission];
    return reach === undefined || isShut(permission, reach, site) ? [] : [{ permission, reach }];
  });

/** `actor`: the person with the rights of today; undefined when the account is closed. */
export function rightsOf(actor: Actor | undefined, site: Site): SeenRight[] {
  return permissions.map((permission) => {
    const scope = actor && prove(actor, permission);
    const reach =
      scope?.kind === 'own-groups' || scope?.kind === 'school' || scope?.kind === 'owner' ? scope.kind : null;
    if (isShut(permission, reach, site)) {
      return {
        permission,
        reach: null,
        why: because('teachersSetPasswords', ...rolesBeyondOwnGroups(permission)),
      };
    }
    const lacks = lacking(actor, permission);
    return { permission, reach, why: lacks ? because(lacks.rule, ...rolesThatMay(permission, site)) : null };
  });
}

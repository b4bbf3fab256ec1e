/**
 * The proof that somebody holds a permission, and over which rows (specification §6). `prove` is the only mint of scopes,
 * and every store function asks for one, so a query that forgets whose rows it may touch does not compile.
 */
import {
  grants,
  type Permission,
  permissions,
  type Reach,
  type Requirement,
  type Role,
} from './permissions.ts';

export interface Actor {
  userId: number;
  userName: string;
  displayName: string;
  /** The school of the token; undefined = the whole owner (only for roles held for the owner). */
  schoolId: number | undefined;
  /** The roles in force now: those held at the current school and those held for the owner. */
  roles: readonly Role[];
  sessionId: string;
}

declare const proven: unique symbol;

/** Proof that the actor holds a permission, and over which rows. */
export type Scope = { readonly [proven]: true; readonly userId: number; readonly role: Role | undefined } & (
  | { readonly kind: 'own-groups'; readonly schoolId: number }
  | { readonly kind: 'school'; readonly schoolId: number }
  /**
   * The whole owner; `schoolId` is the school the actor stands at, which lists keep to when it is set: an owner role
   * chooses its school with its token (`current_school`). Rows that are looked at across schools take `school` besides.
   */
  | { readonly kind: 'owner'; readonly schoolId: number | undefined }
  /** Only what is the actor's own (settings, sessions). */
  | { readonly kind: 'self' }
  | { readonly kind: 'nobody' }
) & { readonly shielded: boolean };

const width: Record<Reach, number> = { 'own-groups': 1, school: 2, owner: 3 };

/** The widest grant of a permission among the roles, and the weightiest role that gave it. */
function widest(actor: Actor, permission: Permission): { reach: Reach; role: Role } | undefined {
  let found: { reach: Reach; role: Role } | undefined;
  for (const role of actor.roles) {
    const reach = grants[role][permission];
    if (reach && (!found || width[reach] >= width[found.reach])) found = { reach, role };
  }
  return found;
}

/** Shielded people are seen only as far as that right itself reaches, however far the reading right goes. */
function seesShielded(actor: Actor, reach: Reach): boolean {
  const grant = widest(actor, 'users.shielded');
  return grant !== undefined && width[grant.reach] >= width[reach];
}

/** The scope a permission gives this actor, or undefined when no role of theirs gives it. */
export function prove(actor: Actor, requirement: Exclude<Requirement, 'anyone'>): Scope | undefined {
  if (requirement === 'signed-in') {
    return mint({ kind: 'self', userId: actor.userId, role: actor.roles[0], shielded: false });
  }
  const grant = widest(actor, requirement);
  if (!grant) return undefined;

  const who = { userId: actor.userId, role: grant.role, shielded: seesShielded(actor, grant.reach) };
  if (grant.reach === 'owner') return mint({ kind: 'owner', schoolId: actor.schoolId, ...who });
  if (actor.schoolId === undefined) return undefined;
  return mint({ kind: grant.reach, schoolId: actor.schoolId, ...who });
}

/** The scope of a call nobody signed in for; it reaches no rows. */
export function nobody(): Scope {
  return mint({ kind: 'nobody', userId: 0, role: undefined, shielded: false });
}

type Unproven<S> = S extends unknown ? Omit<S, typeof proven> : never;

function mint(scope: Unproven<Scope>): Scope {
  // oxlint-disable-next-line no-unsafe-type-assertion -- the one mint of scopes
  return scope as Scope;
}

/** Everything the roles open, for the browser's menu and buttons. */
export function permissionsOf(actor: Actor): Permission[] {
  return permissions.filter((permission) => prove(actor, permission) !== undefined);
}

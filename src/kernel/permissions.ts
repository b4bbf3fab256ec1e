/**
 * Who may do what, in one table (specification §6). A role is held at one school or for the whole owner; each
 * permission a role gives reaches as far as its entry says. `prove` is the only mint of scopes, and every store
 * function asks for one, so a query that forgets whose rows it may touch does not compile.
 */
export type Reach = 'own-groups' | 'school' | 'owner';

export const roles = [
  'teacher',
  'groupAdministrator',
  'licenceAdministrator',
  'schoolIct',
  'schoolAdministrator',
  'centralAdmin',
  'superadmin',
] as const;
export type Role = (typeof roles)[number];

/** Roles that are held for the whole owner; the others are held school by school. */
export const ownerRoles: readonly Role[] = ['superadmin', 'centralAdmin'];

export const permissions = [
  'users.count',
  'users.read',
  'users.shielded',
  'users.update',
  'users.export',
  'users.delete',
  'users.move',
  'users.groups',
  'passwords.set',
  'passwords.issue',
  'common-users.read',
  'common-users.update',
  'school-codes.issue',
  'groups.find',
  'groups.read',
  'groups.export',
  'groups.update',
  'groups.manage',
  'groups.class-list',
  'groups.agreements',
  'global-groups.read',
  'global-groups.manage',
  'log.read',
  'operations.read',
  'operations.undo',
  'admin-log.read',
  'import.read',
  'import.run',
  'import.decide',
  'data-sources.manage',
  'national-number.show',
  'national-number.deviations',
  'national-number.change',
  'national-number.log',
  'national-number.settle',
  'school-access.read',
  'school-access.order',
  'school-access.manage',
  'users.deactivate',
  'api-reference.read',
  'schools.all',
  'clock.move',
  'access.order',
  'access.read',
  'superadmins.manage',
  'site.manage',
  'directory.manage',
  'locks.count',
  'locks.read',
  'locks.manage',
  'points.read',
  'points.manage',
  'domains.read',
  'domains.manage',
  'domains.global',
  'exams.read',
  'exams.manage',
  'exams.passwords',
] as const;
export type Permission = (typeof permissions)[number];

/** `anyone`: no sign-in. `signed-in`: any authenticated user, also one without access to a school. */
export type Requirement = Permission | 'anyone' | 'signed-in';

type Grants = Partial<Record<Permission, Reach>>;

const everythingAtSchool: Grants = {
  'users.count': 'school',
  'users.read': 'school',
  'users.delete': 'school',
  'users.move': 'school',
  'users.groups': 'school',
  'passwords.set': 'school',
  'passwords.issue': 'school',
  'common-users.read': 'school',
  'common-users.update': 'school',
  'users.update': 'school',
  'users.export': 'school',
  'groups.find': 'school',
  'groups.read': 'school',
  'groups.export': 'school',
  'groups.update': 'school',
  'groups.manage': 'school',
  'groups.class-list': 'school',
  'groups.agreements': 'school',
  'global-groups.read': 'school',
  'log.read': 'school',
  'operations.read': 'school',
  'operations.undo': 'school',
  'access.read': 'school',
  'import.read': 'school',
  'school-access.read': 'school',
  'school-access.order': 'school',
  'users.deactivate': 'school',
  'exams.read': 'school',
  'exams.manage': 'school',
  'exams.passwords': 'school',
  'locks.count': 'school',
  'locks.read': 'school',
  'locks.manage': 'school',
  'points.read': 'school',
  'domains.read': 'school',
  'domains.manage': 'school',
  'national-number.deviations': 'school',
};

const readingEverywhere: Grants = {
  'exams.read': 'owner',
  'locks.count': 'owner',
  'locks.read': 'owner',
  'points.read': 'owner',
  'domains.read': 'owner',
  'domains.global': 'owner',
  'users.count': 'owner',
  'users.read': 'owner',
  'common-users.read': 'owner',
  'users.export': 'owner',
  'groups.find': 'owner',
  'groups.read': 'owner',
  'groups.export': 'owner',
  'groups.class-list': 'owner',
  'global-groups.read': 'owner',
  'global-groups.manage': 'owner',
  'log.read': 'owner',
  'operations.read': 'owner',
  'admin-log.read': 'owner',
  'access.read': 'owner',
  'import.read': 'owner',
  'api-reference.read': 'owner',
  'schools.all': 'owner',
  'school-access.read': 'owner',
  'national-number.deviations': 'owner',
  'national-number.log': 'owner',
};

/** The permission table. The authorization test walks it against every endpoint of the contract. */
export const grants: Record<Role, Grants> = {
  teacher: {
    'users.count': 'own-groups',
    'users.read': 'own-groups',
    'passwords.set': 'own-groups',
    'groups.find': 'own-groups',
    'groups.read': 'own-groups',
    'groups.class-list': 'own-groups',
    'exams.read': 'own-groups',
    'exams.passwords': 'own-groups',
    'locks.count': 'own-groups',
    'locks.read': 'own-groups',
    'locks.manage': 'own-groups',
  },
  groupAdministrator: {
    'groups.find': 'school',
    'groups.read': 'school',
    'groups.update': 'school',
    'groups.agreements': 'school',
    'users.count': 'school',
    'users.read': 'school',
    'users.groups': 'school',
    'passwords.set': 'own-groups',
    // Those they started themselves.
    'operations.read': 'own-groups',
    'locks.count': 'school',
  },
  licenceAdministrator: { 'groups.find': 'school', 'locks.count': 'school', 'users.count': 'school' },
  schoolIct: everythingAtSchool,
  schoolAdministrator: {
    ...everythingAtSchool,
    'users.shielded': 'school',
    'national-number.show': 'school',
    'national-number.change': 'school',
    'national-number.log': 'school',
    'school-access.manage': 'school',
  },
  centralAdmin: { ...readingEverywhere, 'users.update': 'owner', 'school-codes.issue': 'owner' },
  superadmin: {
    ...readingEverywhere,
    'users.update': 'owner',
    'users.delete': 'owner',
    'users.move': 'owner',
    'users.groups': 'owner',
    'passwords.set': 'owner',
    'passwords.issue': 'owner',
    'common-users.update': 'owner',
    'school-codes.issue': 'owner',
    'users.shielded': 'owner',
    'national-number.show': 'owner',
    'national-number.change': 'owner',
    'national-number.settle': 'owner',
    'school-access.order': 'owner',
    'school-access.manage': 'owner',
    'users.deactivate': 'owner',
    'groups.update': 'owner',
    'groups.manage': 'owner',
    'groups.agreements': 'owner',
    'import.run': 'owner',
    'import.decide': 'owner',
    'data-sources.manage': 'owner',
    'clock.move': 'owner',
    'operations.undo': 'owner',
    'access.order': 'owner',
    'superadmins.manage': 'owner',
    'site.manage': 'owner',
    'exams.manage': 'owner',
    'exams.passwords': 'owner',
    'locks.manage': 'owner',
    'points.manage': 'owner',
    'domains.manage': 'owner',
    'directory.manage': 'owner',
  },
};

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

/** The widest grant of a permission among the roles, and the role that gave it. */
function widest(actor: Actor, permission: Permission): { reach: Reach; role: Role } | undefined {
  let found: { reach: Reach; role: Role } | undefined;
  for (const role of actor.roles) {
    const reach = grants[role][permission];
    if (reach && (!found || width[reach] > width[found.reach])) found = { reach, role };
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

/** The roles that hold a permission: "who can grant it" of a refusal. */
export function rolesWith(permission: Permission): Role[] {
  return roles.filter((role) => grants[role][permission] !== undefined);
}

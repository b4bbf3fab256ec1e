/** What a role opens towards one person, from the permission table and the rules of accounts. */
import { againstPassword, type PasswordAct, type Standing } from '#areas/users/rules.ts';
import { grants, type Permission, permissions, type Reach, type Role } from '#kernel/permissions.ts';

/** The permissions that are about one person. */
export const personActs: readonly Permission[] = permissions.filter((permission) =>
  /^(users\.(?!shielded|export)|passwords\.|national-number\.)/.test(permission),
);

const width: Record<Reach, number> = { 'own-groups': 1, school: 2, owner: 3 };

interface Towards {
  /** The person is in one of the holder's own groups. */
  teaches: boolean;
  shielded: boolean;
  /** The person's account, as seen by the holder. */
  account: Standing;
  site: { teachersSetPasswords: boolean };
}

/** What a school may do with somebody who is there only for a time. */
const withGuests = new Set<Permission>(['users.count', 'users.read', 'users.groups']);

const passwordActs: Partial<Record<Permission, PasswordAct>> = {
  'passwords.set': 'set',
  'passwords.issue': 'issue',
};

/** The role is held where the person is: at one of their schools, or for the whole owner. */
export function actsOn(role: Role, { teaches, shielded, account, site }: Towards): Permission[] {
  const sees = grants[role]['users.shielded'];
  return personActs.filter((permission) => {
    const kind = grants[role][permission];
    if (kind === undefined || (kind === 'own-groups' && !teaches)) return false;
    if (account.isGuest && !withGuests.has(permission)) return false;
    const act = passwordActs[permission];
    if (act && againstPassword(act, { kind, role }, account, site)) return false;
    return !shielded || (sees !== undefined && width[sees] >= width[kind]);
  });
}

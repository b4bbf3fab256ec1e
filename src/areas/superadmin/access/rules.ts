/** What a role opens towards one person, from the permission table alone. */
import { grants, type Permission, permissions, type Reach, type Role } from '#kernel/permissions.ts';

/** The permissions that are about one person. */
export const personActs: readonly Permission[] = permissions.filter((permission) =>
  /^(users\.(?!shielded|export)|passwords\.|national-number\.)/.test(permission),
);

const width: Record<Reach, number> = { 'own-groups': 1, school: 2, owner: 3 };

interface Towards {
  /** The holder teaches a group the person is in. */
  teaches: boolean;
  shielded: boolean;
}

/** The role is held where the person is: at one of their schools, or for the whole owner. */
export function actsOn(role: Role, { teaches, shielded }: Towards): Permission[] {
  const sees = grants[role]['users.shielded'];
  return personActs.filter((permission) => {
    const reach = grants[role][permission];
    if (reach === undefined || (reach === 'own-groups' && !teaches)) return false;
    return !shielded || (sees !== undefined && width[sees] >= width[reach]);
  });
}

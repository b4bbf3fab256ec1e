import { describe, expect, it } from 'vitest';

import type { Permission, Role } from './permissions.ts';
import { type Actor, permissionsOf, prove } from './scope.ts';

const actor = (roles: readonly Role[], schoolId: number | undefined = 1): Actor => ({
  userId: 7,
  userName: 'kari',
  displayName: 'Kari',
  schoolId,
  roles,
  sessionId: 's',
});

const scopeOf = (roles: readonly Role[], permission: Permission, schoolId?: number) => {
  const scope = prove(actor(roles, schoolId), permission);
  return scope && { kind: scope.kind, shielded: scope.shielded };
};

describe('a scope', () => {
  it.each<[string, readonly Role[], Permission, ReturnType<typeof scopeOf>]>([
    ['a teacher reads own groups', ['teacher'], 'users.read', { kind: 'own-groups', shielded: false }],
    ['school ICT reads the school', ['schoolIct'], 'users.read', { kind: 'school', shielded: false }],
    [
      'the widest of several roles counts',
      ['teacher', 'schoolIct'],
      'users.read',
      { kind: 'school', shielded: false },
    ],
    [
      'a school administrator sees the shielded',
      ['schoolAdministrator'],
      'users.read',
      { kind: 'school', shielded: true },
    ],
    ['a superadmin sees them everywhere', ['superadmin'], 'users.read', { kind: 'owner', shielded: true }],
    ['a central admin reads nobody', ['centralAdmin'], 'users.read', undefined],
    [
      'a central admin reads no further than another role of theirs',
      ['centralAdmin', 'schoolAdministrator'],
      'users.read',
      { kind: 'school', shielded: true },
    ],
    ['a licence administrator reads nobody', ['licenceAdministrator'], 'users.read', undefined],
    ['nobody without roles does anything', [], 'users.read', undefined],
  ])('%s', (_, roles, permission, expected) => {
    expect(scopeOf(roles, permission)).toEqual(expected);
  });

  it('is not given for a school role without a school', () => {
    expect(prove({ ...actor(['schoolIct']), schoolId: undefined }, 'users.read')).toBeUndefined();
  });

  it('is the same answer as the list of permissions', () => {
    const ict = actor(['schoolIct']);
    for (const permission of permissionsOf(ict)) expect(prove(ict, permission)).toBeDefined();
    expect(permissionsOf(ict)).not.toContain('import.run');
  });
});

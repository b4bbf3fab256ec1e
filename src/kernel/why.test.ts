import { describe, expect, it } from 'vitest';

import type { Role } from './permissions.ts';
import type { Actor } from './scope.ts';
import { because, judged, lacking } from './why.ts';

const actor = (role: Role, schoolId: number | undefined = 1): Actor => ({
  userId: 1,
  userName: 'kari',
  displayName: 'Kari',
  schoolId,
  roles: [role],
  sessionId: '',
});

describe('why', () => {
  it('says nothing where the right is held', () => {
    expect(lacking(actor('schoolIct'), 'users.update')).toBeUndefined();
  });

  it('names the permission and the roles that have it', () => {
    expect(lacking(actor('teacher'), 'clock.move')).toEqual({
      rule: 'clock.move',
      grantedBy: ['superadmin'],
    });
  });

  it('counts a right held at a school as lacking where the actor stands at none', () => {
    expect(lacking({ ...actor('schoolIct'), schoolId: undefined }, 'users.update')?.grantedBy).toContain(
      'schoolIct',
    );
  });

  it('divides acts into what one can and what one cannot', () => {
    expect(judged({ open: undefined, undo: because('undo.running') })).toEqual({
      can: ['open'],
      cannot: [{ act: 'undo', rule: 'undo.running', grantedBy: [] }],
    });
  });
});

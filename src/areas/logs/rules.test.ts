import { expect, it } from 'vitest';

import type { Role } from '#kernel/permissions.ts';
import { type Actor, prove } from '#kernel/scope.ts';

import { type Done, whyNotUndo } from './rules.ts';

const done = (some: Partial<Done>): Done => ({
  status: 'completed',
  schoolId: 1,
  actorId: 7,
  requirement: 'users.update',
  changes: 1,
  ...some,
});

function why(role: Role, some: Partial<Done>, schoolId: number | null = 1): string | undefined {
  const actor: Actor = {
    userId: 9,
    userName: 'kari',
    displayName: 'Kari',
    schoolId: schoolId ?? undefined,
    roles: [role],
    sessionId: '',
  };
  return whyNotUndo(done(some), actor, prove(actor, 'operations.undo'))?.rule;
}

it.each<[Role, Partial<Done>, string | undefined]>([
  ['schoolIct', {}, undefined],
  ['schoolIct', { schoolId: 2 }, 'undo.school'],
  ['schoolIct', { requirement: undefined, schoolId: null }, 'undo.owner'],
  ['schoolIct', { requirement: 'import.run' }, 'import.run'],
  ['schoolIct', { status: 'running' }, 'undo.running'],
  ['schoolIct', { changes: 0 }, 'undo.nothing'],
  ['schoolIct', { requirement: 'signed-in' }, 'undo.own'],
  ['schoolIct', { requirement: 'signed-in', actorId: 9 }, undefined],
  ['teacher', {}, 'operations.undo'],
  ['centralAdmin', {}, 'operations.undo'],
  ['superadmin', { schoolId: 2 }, undefined],
  ['superadmin', { requirement: undefined, schoolId: null }, undefined],
  ['superadmin', { requirement: 'signed-in' }, 'undo.own'],
  ['superadmin', { requirement: 'anyone' }, 'undo.never'],
])('%s and what was done %j: %s', (role, some, rule) => {
  expect(why(role, some)).toBe(rule);
});

it('is never possible from nowhere for a role held at a school', () => {
  expect(why('schoolIct', {}, null)).toBe('operations.undo');
});

import { expect, it } from 'vitest';

import type { Role } from '#kernel/permissions.ts';

import { actsOn, personActs } from './rules.ts';

const plain = { teaches: false, shielded: false };

it.each<[Role, Parameters<typeof actsOn>[1], boolean, boolean]>([
  ['teacher', plain, false, false],
  ['teacher', { ...plain, teaches: true }, true, false],
  ['teacher', { teaches: true, shielded: true }, false, false],
  ['schoolIct', plain, true, true],
  ['schoolIct', { ...plain, shielded: true }, false, false],
  ['schoolAdministrator', { ...plain, shielded: true }, true, true],
  ['superadmin', { ...plain, shielded: true }, true, true],
  ['licenceAdministrator', plain, false, false],
])('%s towards %j: reads %s, changes %s', (role, towards, reads, changes) => {
  const acts = actsOn(role, towards);
  expect(acts.includes('users.read')).toBe(reads);
  expect(acts.includes('users.update')).toBe(changes);
});

it('looks at what is about one person alone', () => {
  expect(personActs).toContain('national-number.show');
  expect(personActs).not.toContain('users.export');
  expect(personActs).not.toContain('clock.move');
});

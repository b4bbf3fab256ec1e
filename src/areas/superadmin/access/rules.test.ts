import { expect, it } from 'vitest';

import type { Role } from '#kernel/permissions.ts';

import { actsOn, personActs } from './rules.ts';

const pupil = {
  isOwn: false,
  isGuest: false,
  isExpired: false,
  isAdmin: false,
  isPupilOnly: true,
  hasOtherPlace: false,
  isEndedByOwner: false,
};
const plain = { teaches: false, shielded: false, account: pupil, site: { teachersSetPasswords: true } };

it.each<[Role, Parameters<typeof actsOn>[1], boolean, boolean]>([
  ['teacher', plain, false, false],
  ['teacher', { ...plain, teaches: true }, true, false],
  ['teacher', { ...plain, teaches: true, shielded: true }, false, false],
  ['schoolIct', { ...plain, account: { ...pupil, isGuest: true } }, true, false],
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

it.each<[Role, Partial<Parameters<typeof actsOn>[1]>, boolean]>([
  ['teacher', { teaches: true }, true],
  ['groupAdministrator', { teaches: true }, true],
  ['groupAdministrator', {}, false],
  ['teacher', { teaches: true, site: { teachersSetPasswords: false } }, false],
  ['teacher', { teaches: true, account: { ...pupil, isPupilOnly: false } }, false],
  ['schoolIct', { site: { teachersSetPasswords: false }, account: { ...pupil, isPupilOnly: false } }, true],
  ['schoolIct', { account: { ...pupil, isAdmin: true } }, false],
  ['superadmin', { account: { ...pupil, isAdmin: true } }, true],
])('%s with %j sets passwords: %s', (role, towards, sets) => {
  expect(actsOn(role, { ...plain, ...towards }).includes('passwords.set')).toBe(sets);
});

it('looks at what is about one person alone', () => {
  expect(personActs).toContain('national-number.show');
  expect(personActs).not.toContain('users.export');
  expect(personActs).not.toContain('clock.move');
});

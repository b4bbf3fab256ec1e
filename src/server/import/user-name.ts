/**
 * User names (documented in docs/import.md): letters of the given name, letters of the family name, a number.
 * `Nora Hansen` is `norhan0001`, the next one with the same letters `norhan0002`. Only a-z and digits, at most 20
 * characters (the directory's sAMAccountName), and never one that any account ever had. The number is given in the
 * database, in one statement for all; here is what does not depend on other people.
 */
import { asciiLetters } from './latin.ts';
import type { UserNameScheme } from './settings.ts';

/** The letters before the number. */
export function stemOf(given: string, family: string, scheme: UserNameScheme): string {
  const stem = asciiLetters(given).slice(0, scheme.given) + asciiLetters(family).slice(0, scheme.family);
  if (stem === '') return 'user';
  // `/api/user/token…` would be sent without its Authorization header (specification §7).
  return stem.startsWith('token') ? `u${stem}` : stem;
}

/** Fixed parts of addresses under /api/user and /api/group, which win over a name in the same place. */
const reserved = new Set([
  'add',
  'admin',
  'administrator',
  'all',
  'api',
  'bulk',
  'changepassword',
  'changeprimaryschool',
  'chat',
  'classes',
  'delete',
  'deleteinactive',
  'endplace',
  'exists',
  'firsttimepasswords',
  'grades',
  'groups',
  'iktgroupadmins',
  'info',
  'lastlogin',
  'list',
  'localadmins',
  'me',
  'nationalnumber',
  'newusers',
  'null',
  'passwordrules',
  'quit',
  'resolve',
  'resumeplace',
  'root',
  'schools',
  'search',
  'status',
  'system',
  'undefined',
  'unlock',
  'update',
  'updategroup',
  'users',
]);

const wellFormed = /^[a-z][a-z0-9._-]{1,18}[a-z0-9]$/;

/** The name the source proposes, when the site takes those and this one can be had. */
export function wishedName(proposed: string | undefined, scheme: UserNameScheme): string | undefined {
  if (!scheme.fromSource || proposed === undefined) return undefined;
  const name = proposed.toLowerCase();
  return wellFormed.test(name) && !reserved.has(name) && !name.startsWith('token') ? name : undefined;
}

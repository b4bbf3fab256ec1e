/** The parts of the portal that rights belong to, for somebody who reads many of them at once. */
import type { Permission } from '#kernel/permissions.ts';

export const rightAreas = ['people', 'groups', 'internet', 'access', 'log', 'running'] as const;
type RightArea = (typeof rightAreas)[number];

/** By what stands before the first point of a right's name; the rest is about running the portal. */
const areaOfWord: Readonly<Record<string, RightArea>> = {
  users: 'people',
  passwords: 'people',
  'national-number': 'people',
  'common-users': 'people',
  groups: 'groups',
  'global-groups': 'groups',
  locks: 'internet',
  points: 'internet',
  domains: 'internet',
  exams: 'internet',
  access: 'access',
  'school-access': 'access',
  superadmins: 'access',
  log: 'log',
  'admin-log': 'log',
  operations: 'log',
};

export const areaOf = (permission: Permission): RightArea =>
  areaOfWord[permission.split('.')[0] ?? ''] ?? 'running';

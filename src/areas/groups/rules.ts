/** Rules of groups that need no database (specification §5, §7 "Groups"). */
import { z } from 'zod';

import { limits } from '#kernel/limits.ts';
import type { Permission } from '#kernel/permissions.ts';

/** The types people make in the portal; the others come from the school data source alone. */
export const madeByHand = [
  'access',
  'section',
  'department',
  'predefined',
  'uda',
  'nested',
  'global',
] as const;

const byHand: ReadonlySet<string> = new Set(madeByHand);

/** Its name and members are the source's: what is changed here would be written back the next night. */
export const isOwnedByImport = ({ source, type }: { source: string; type: string }): boolean =>
  source !== 'manual' || !byHand.has(type);

/** No hyphen or space first, a letter, digit or underscore last, no angle brackets (specification §5, §9). */
const groupName = /^(?![\s-])[^<>\p{Cc}]*[\p{L}\p{N}_]$/u;

/** Groups built from an attribute's value: the value as a directory can hold it, so without spaces. */
const attributeName = /^[\p{L}\p{N}][\p{L}\p{N}._-]*(?<=[\p{L}\p{N}_])$/u;

export const GroupTitle = z
  .string()
  .trim()
  .min(1)
  .max(limits.groupName)
  .regex(groupName, { error: 'groupName' });

/** The key of what is wrong with the name for a group of this type, beyond what `GroupTitle` says. */
export function nameProblem(type: string, name: string): 'udaName' | undefined {
  return type === 'uda' && !attributeName.test(name) ? 'udaName' : undefined;
}

/** The part of an address before `@` (specification §5 "Alias"). */
export const Alias = z
  .string()
  .trim()
  .min(2)
  .max(64)
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9_])?$/i, { error: 'alias' });

/** Words of our own addresses under /api/group, which win over a group of the same name. */
const reserved = new Set([
  'add',
  'all',
  'bulk',
  'chat',
  'delete',
  'deleteprevention',
  'firsttimepassword',
  'groups',
  'hidefromaddresslists',
  'iktagreement',
  'list',
  'members',
  'restore',
  'search',
  'setforcepassword',
  'types',
  'update',
  'users',
]);

/** A call whose address has `/token` would be sent without its Authorization header (specification §7). */
export const isReserved = (name: string): boolean =>
  reserved.has(name.toLowerCase()) || name.toLowerCase().startsWith('token');

/** What somebody may do with a group, as it travels with the card. */
export const groupCan = [
  'update',
  'rename',
  'members',
  'manage',
  'delete',
  'restore',
  'passwords',
  'classList',
] as const;
export type GroupCan = (typeof groupCan)[number];

interface Judged {
  type: string;
  source: string;
  schoolId: number | null;
  archived: unknown;
  deleteOn: unknown;
}

export interface Holder {
  may: (permission: Permission) => boolean;
  /** An owner role: groups of the whole owner are theirs too. */
  isOwner: boolean;
}

/**
 * A school's people never change a group of the whole owner; groups across schools are run centrally (specification
 * §7 "Global groups"). A group that is deleted, or archived because it expired, can only be restored.
 */
export function actsOn(group: Judged, { may, isOwner }: Holder): GroupCan[] {
  const isOurs = group.schoolId !== null || isOwner;
  const central = group.type === 'global' && may('global-groups.manage');
  const updates = central || (isOurs && may('groups.update'));
  const manages = central || (isOurs && may('groups.manage'));
  const made = !isOwnedByImport(group);
  if (group.deleteOn !== null) return manages ? ['restore'] : [];
  const isOpen = group.archived === null;

  const can: [GroupCan, boolean][] = [
    ['update', updates && isOpen],
    ['rename', updates && made && isOpen],
    ['members', updates && made && isOpen],
    ['manage', manages && isOpen],
    ['delete', manages && made && isOpen],
    ['restore', manages && made && !isOpen],
    ['passwords', isOpen && isOurs && may('passwords.issue')],
    ['classList', may('groups.class-list')],
  ];
  return can.filter(([, is]) => is).map(([name]) => name);
}

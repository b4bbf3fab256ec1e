/** Rules of groups that need no database (specification §5, §7 "Groups"). */
import { z } from 'zod';

import { limits } from '#kernel/limits.ts';
import { type Permission, rolesWith } from '#kernel/permissions.ts';
import { because, type Why } from '#kernel/why.ts';

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

/** Words of our own addresses, which win over a group of the same name, and those that nothing may be called. */
const reserved = new Set([
  'access',
  'add',
  'administrated',
  'all',
  'bulk',
  'chat',
  'delete',
  'deleteprevention',
  'firsttimepassword',
  'groups',
  'hidefromaddresslists',
  'iktagreement',
  'iktgroupadmins',
  'info',
  'lastlogin',
  'list',
  'localadmins',
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
  deletePrevention: boolean;
}

export interface Holder {
  may: (permission: Permission) => boolean;
  /** An owner role: groups of the whole owner are theirs too. */
  isOwner: boolean;
}

const rule = {
  restoreFirst: because('group.deleted'),
  archived: because('group.archived'),
  imported: because('group.owned-by-import'),
  notDeleted: because('group.not-deleted'),
  protected: because('group.delete-prevented'),
};

/** The first thing that stands in the way. */
const first = (...reasons: (Why | false | undefined)[]): Why | undefined =>
  reasons.find((reason): reason is Why => reason !== undefined && reason !== false);

/**
 * What stands against each act. A school's people never change a group of the whole owner; groups across schools are
 * run centrally (specification §7 "Global groups"). A group that is deleted, or archived because it expired, can only
 * be restored.
 */
export function against(group: Judged, { may, isOwner }: Holder): Record<GroupCan, Why | undefined> {
  const lacks = (permission: Permission) =>
    may(permission) ? undefined : { rule: permission, grantedBy: rolesWith(permission) };
  const central = group.type === 'global' && may('global-groups.manage');
  const foreign =
    group.schoolId === null && !isOwner && because('group.owner-only', ...rolesWith('global-groups.manage'));
  const updates = central ? undefined : first(foreign, lacks('groups.update'));
  const manages = central ? undefined : first(foreign, lacks('groups.manage'));
  const imported = isOwnedByImport(group) && rule.imported;
  if (group.deleteOn !== null) {
    const gone = rule.restoreFirst;
    const all = { update: gone, rename: gone, members: gone, manage: gone, delete: gone };
    return { ...all, restore: manages, passwords: gone, classList: gone };
  }
  const closed = group.archived !== null && rule.archived;
  return {
    update: first(updates, closed),
    rename: first(updates, imported, closed),
    members: first(updates, imported, closed),
    manage: first(manages, closed),
    delete: first(manages, imported, closed, group.deletePrevention && rule.protected),
    restore: first(manages, imported, !closed && rule.notDeleted),
    passwords: first(foreign, lacks('passwords.issue'), closed),
    classList: lacks('groups.class-list'),
  };
}

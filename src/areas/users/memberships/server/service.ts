/** What other areas may ask: a person into a group, and out of it, by the rules of the group. */
import { addMembers, removeMembers } from '#areas/groups/acts/server/service.ts';
import type { BulkResult } from '#kernel/bulk.ts';
import { refuse } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';

interface Acting {
  db: Db;
  scope: Scope;
  now: Date;
}

/** The group's own acts note the group as what it is about; here it is the person. */
const quietly = (acting: Acting) => ({ ...acting, request: { subject: undefined } });

const member = (id: string) => [{ kind: 'user' as const, id }];

function refuseFailed({ failed: [first] }: BulkResult): void {
  if (first) refuse(first.code, { params: first.params });
}

export async function putIntoGroup(acting: Acting, userName: string, groupName: string): Promise<void> {
  refuseFailed(await addMembers(quietly(acting), groupName, member(userName)));
}

export async function takeFromGroup(acting: Acting, userName: string, groupName: string): Promise<void> {
  refuseFailed(await removeMembers(quietly(acting), groupName, member(userName)));
}

/** What other areas may ask of the logs. */
import type { Page } from '#kernel/list.ts';
import type { Scope } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';
import type { Question } from '#server/list/source.ts';

import type { AuditEntry } from '../contract.ts';
import { listAdmin } from './store.ts';

/** What superadmins did, newest first. */
export const listSuperadminLog = (
  db: Db,
  scope: Scope,
  question: Question,
  now: Date,
): Promise<Page<AuditEntry>> => listAdmin(db, scope, question, now, ['superadmin']);

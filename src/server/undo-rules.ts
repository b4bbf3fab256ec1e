/** What undoing asks of each table the journal watches; a table that is not here is not undone. */
import { groupUndoRules } from '#areas/groups/acts/server/undo-rules.ts';
import { examUndoRules } from '#areas/internet/exams/server/undo-rules.ts';
import { lockUndoRules } from '#areas/internet/locks/server/undo-rules.ts';
import { deactivationUndoRules } from '#areas/tools/deactivations/server/undo-rules.ts';
import { numberUndoRules } from '#areas/tools/personal-numbers/server/undo-rules.ts';
import { schoolAccessUndoRules } from '#areas/tools/school-access/server/undo-rules.ts';
import { userUndoRules } from '#areas/users/server/undo-rules.ts';

import type { UndoRule } from './journal/undo/rule.ts';

/** Tables of which the right is the whole rule: their direct acts refuse nothing else that could be undone. */
const rightAlone: readonly UndoRule[] = [
  {
    tables: ['domain_package', 'always_open_page', 'exam_resource', 'machine_address'],
    permissions: ['domains.manage', 'domains.global', 'points.manage'],
  },
  { tables: ['enforcement_point', 'enforcement_point_school'], permissions: ['points.manage'] },
  { tables: ['school_secret'], permissions: ['school-codes.issue'] },
  { tables: ['site_setting'], permissions: ['site.manage'] },
  { tables: ['connection_setting', 'kept_secret', 'setup_step'], permissions: ['connections.manage'] },
  // Only whoever they belong to gets this far (`logs/rules.ts`).
  { tables: ['saved_view'], permissions: ['users.count'] },
  { tables: ['data_source'], permissions: ['data-sources.manage'] },
  {
    tables: ['directory_exception', 'directory_simulation', 'directory_takeover'],
    permissions: ['directory.manage'],
  },
  { tables: ['import_decision', 'identity_decision'], permissions: ['import.decide'] },
  { tables: ['group_source', 'import_group', 'school', 'school_source'], permissions: ['import.run'] },
];

export const undoRules: readonly UndoRule[] = [
  ...userUndoRules,
  ...groupUndoRules,
  ...schoolAccessUndoRules,
  ...deactivationUndoRules,
  ...numberUndoRules,
  ...lockUndoRules,
  ...examUndoRules,
  ...rightAlone,
];

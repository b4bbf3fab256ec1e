/** What the nightly import does before it reads its sources, in this order (specification §4). A line per step. */
import { executeNumberChanges } from '#areas/tools/personal-numbers/server/service.ts';
import { runBlocks, runTemporaryAccess } from '#areas/tools/school-access/server/service.ts';
import { executeSchoolChanges } from '#areas/users/server/service.ts';

import type { NightlyStep } from './import/step.ts';

export const nightlySteps: readonly NightlyStep[] = [
  { name: 'school changes', run: executeSchoolChanges },
  { name: 'personal numbers', run: executeNumberChanges },
  { name: 'temporary access', run: runTemporaryAccess },
  { name: 'blocks', run: runBlocks },
];

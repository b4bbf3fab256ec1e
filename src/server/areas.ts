/** Every endpoint of the house: a line per area. */
import { aboutHandlers } from '#areas/about/server/handlers.ts';
import { accountHandlers } from '#areas/central-admin/accounts/server/handlers.ts';
import { connectionHandlers } from '#areas/central-admin/connections/server/handlers.ts';
import { healthHandlers } from '#areas/central-admin/health/server/handlers.ts';
import { setupHandlers } from '#areas/central-admin/setup/server/handlers.ts';
import { exportHandlers } from '#areas/export/server/handlers.ts';
import { groupActHandlers } from '#areas/groups/acts/server/handlers.ts';
import { agreementHandlers } from '#areas/groups/agreements/server/handlers.ts';
import { groupFindingHandlers } from '#areas/groups/find/server/handlers.ts';
import { groupBulk } from '#areas/groups/many/server/acts.ts';
import { manyGroupsHandlers } from '#areas/groups/many/server/handlers.ts';
import { groupRightHandlers } from '#areas/groups/rights/server/handlers.ts';
import { groupHandlers } from '#areas/groups/server/handlers.ts';
import { historyHandlers } from '#areas/history/server/handlers.ts';
import { homeHandlers } from '#areas/home/server/handlers.ts';
import { addressHandlers } from '#areas/internet/addresses/server/handlers.ts';
import {
  alwaysOpenHandlers,
  examResourceHandlers,
  globalPackageHandlers,
  schoolPackageHandlers,
} from '#areas/internet/domain-packages/server/handlers.ts';
import { examDayHandlers } from '#areas/internet/exams/server/day-handlers.ts';
import { examGroupHandlers } from '#areas/internet/exams/server/handlers.ts';
import { explanationHandlers, lockFormHandlers } from '#areas/internet/locks/server/form-handlers.ts';
import { lockHandlers } from '#areas/internet/locks/server/handlers.ts';
import { pointHandlers } from '#areas/internet/points/server/handlers.ts';
import { secondFactorHandlers } from '#areas/login/second-factor/server/handlers.ts';
import { loginHandlers } from '#areas/login/server/handlers.ts';
import { bulkHandlers } from '#areas/logs/bulk/server/handlers.ts';
import { logHandlers, undoHandlers } from '#areas/logs/server/handlers.ts';
import { searchHandlers } from '#areas/search/server/handlers.ts';
import { settingsHandlers } from '#areas/settings/server/handlers.ts';
import { viewHandlers } from '#areas/settings/views/server/handlers.ts';
import { accessHandlers } from '#areas/superadmin/access/server/handlers.ts';
import { clockHandlers } from '#areas/superadmin/clock/server/handlers.ts';
import { dataSourceHandlers } from '#areas/superadmin/data-sources/server/handlers.ts';
import { directoryHandlers } from '#areas/superadmin/directory/server/handlers.ts';
import { globalGroupHandlers } from '#areas/superadmin/global-groups/server/handlers.ts';
import { passwordRulesHandlers } from '#areas/superadmin/password-rules/server/handlers.ts';
import { removalHandlers } from '#areas/superadmin/removals/server/handlers.ts';
import { schoolCodeHandlers } from '#areas/superadmin/school-code/server/handlers.ts';
import { siteHandlers } from '#areas/superadmin/site/server/handlers.ts';
import { superadminHandlers } from '#areas/superadmin/superadmins/server/handlers.ts';
import { commonUserHandlers } from '#areas/tools/common-users/server/handlers.ts';
import { deactivationActs } from '#areas/tools/deactivations/server/acts.ts';
import { deactivationHandlers } from '#areas/tools/deactivations/server/handlers.ts';
import { identityHandlers } from '#areas/tools/identities/server/handlers.ts';
import { importHandlers } from '#areas/tools/import/server/handlers.ts';
import { personalNumberHandlers } from '#areas/tools/personal-numbers/server/handlers.ts';
import {
  blockedAccessHandlers,
  temporaryAccessHandlers,
} from '#areas/tools/school-access/server/handlers.ts';
import { userBulkActs } from '#areas/users/many/server/acts.ts';
import { manyUsersHandlers } from '#areas/users/many/server/handlers.ts';
import { userMembershipHandlers } from '#areas/users/memberships/server/handlers.ts';
import { passwordHandlers } from '#areas/users/passwords/server/handlers.ts';
import { placeHandlers } from '#areas/users/places/server/handlers.ts';
import { primarySchoolHandlers } from '#areas/users/primary-school/server/handlers.ts';
import { userHandlers } from '#areas/users/server/handlers.ts';

import type { BulkAct } from './bulk/act.ts';
import type { Endpoint } from './http/endpoint.ts';

export const endpoints: readonly Endpoint[] = [
  ...loginHandlers,
  ...secondFactorHandlers,
  ...accountHandlers,
  ...healthHandlers,
  ...connectionHandlers,
  ...setupHandlers,
  ...userHandlers,
  ...passwordHandlers,
  ...placeHandlers,
  ...primarySchoolHandlers,
  ...userMembershipHandlers,
  ...manyUsersHandlers,
  ...groupHandlers,
  ...groupFindingHandlers,
  ...groupActHandlers,
  ...manyGroupsHandlers,
  ...groupRightHandlers,
  ...agreementHandlers,
  ...globalGroupHandlers,
  ...examGroupHandlers,
  ...examDayHandlers,
  ...lockHandlers,
  ...lockFormHandlers,
  ...explanationHandlers,
  ...pointHandlers,
  ...addressHandlers,
  ...schoolPackageHandlers,
  ...globalPackageHandlers,
  ...alwaysOpenHandlers,
  ...examResourceHandlers,
  ...logHandlers,
  ...bulkHandlers,
  ...undoHandlers,
  ...historyHandlers,
  ...importHandlers,
  ...temporaryAccessHandlers,
  ...blockedAccessHandlers,
  ...deactivationHandlers,
  ...personalNumberHandlers,
  ...identityHandlers,
  ...commonUserHandlers,
  ...dataSourceHandlers,
  ...settingsHandlers,
  ...viewHandlers,
  ...clockHandlers,
  ...accessHandlers,
  ...superadminHandlers,
  ...siteHandlers,
  ...passwordRulesHandlers,
  ...schoolCodeHandlers,
  ...directoryHandlers,
  ...removalHandlers,
  ...homeHandlers,
  ...searchHandlers,
  ...exportHandlers,
  ...aboutHandlers,
];

/** What can be done to many rows at once. */
export const bulkActs: readonly BulkAct[] = [...userBulkActs, ...deactivationActs, ...groupBulk];

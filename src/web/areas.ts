/** The areas of the portal, in the menu's order within their groups. An area that is not built is not here. */
import type { AnyRoute } from '@tanstack/react-router';

import { aboutArea, aboutRoutes } from '#areas/about/web/routes.tsx';
import { accountsRoutes } from '#areas/central-admin/accounts/web/routes.tsx';
import { connectionsArea, connectionsRoutes } from '#areas/central-admin/connections/web/routes.tsx';
import { healthArea, healthRoutes } from '#areas/central-admin/health/web/routes.tsx';
import { setupArea, setupRoutes } from '#areas/central-admin/setup/web/routes.tsx';
import { agreementsArea } from '#areas/groups/agreements/web/routes.tsx';
import { groupRightsArea } from '#areas/groups/rights/web/routes.tsx';
import { groupsArea, groupsRoutes } from '#areas/groups/web/routes.tsx';
import { historyArea } from '#areas/history/web/routes.tsx';
import { homeArea, homeRoutes } from '#areas/home/web/routes.tsx';
import { addressesRoutes } from '#areas/internet/addresses/web/routes.tsx';
import { domainPackagesRoutes } from '#areas/internet/domain-packages/web/routes.tsx';
import { examsArea, examsRoutes } from '#areas/internet/exams/web/routes.tsx';
import { locksArea, locksRoutes } from '#areas/internet/locks/web/routes.tsx';
import { pointsRoutes } from '#areas/internet/points/web/routes.tsx';
import { logsArea, logsRoutes } from '#areas/logs/web/routes.tsx';
import { settingsArea, settingsRoutes } from '#areas/settings/web/routes.tsx';
import { accessArea, accessRoutes } from '#areas/superadmin/access/web/routes.tsx';
import { clockArea } from '#areas/superadmin/clock/web/routes.tsx';
import { dataSourcesRoutes } from '#areas/superadmin/data-sources/web/routes.tsx';
import { directoryArea, directoryRoutes } from '#areas/superadmin/directory/web/routes.tsx';
import { removalsArea, removalsRoutes } from '#areas/superadmin/removals/web/routes.tsx';
import { schoolCodeArea, schoolCodeRoutes } from '#areas/superadmin/school-code/web/routes.tsx';
import { siteArea, siteRoutes } from '#areas/superadmin/site/web/routes.tsx';
import { superadminRoutes } from '#areas/superadmin/superadmins/web/routes.tsx';
import { commonUsersArea, commonUsersRoutes } from '#areas/tools/common-users/web/routes.tsx';
import { deactivationsRoutes } from '#areas/tools/deactivations/web/routes.tsx';
import { identitiesRoutes } from '#areas/tools/identities/web/routes.tsx';
import { importArea, importRoutes } from '#areas/tools/import/web/routes.tsx';
import { personalNumbersArea, personalNumbersRoutes } from '#areas/tools/personal-numbers/web/routes.tsx';
import { schoolAccessArea, schoolAccessRoutes } from '#areas/tools/school-access/web/routes.tsx';
import { manyUsersRoutes } from '#areas/users/many/web/routes.tsx';
import { usersArea, usersRoutes } from '#areas/users/web/routes.tsx';

import { devArea } from './dev/area.ts';
import type { Area } from './nav.ts';

const built: readonly Area[] = [
  homeArea,
  usersArea,
  groupsArea,
  schoolAccessArea,
  personalNumbersArea,
  groupRightsArea,
  agreementsArea,
  commonUsersArea,
  historyArea,
  importArea,
  accessArea,
  locksArea,
  examsArea,
  logsArea,
  siteArea,
  schoolCodeArea,
  directoryArea,
  removalsArea,
  healthArea,
  setupArea,
  connectionsArea,
  settingsArea,
  aboutArea,
  clockArea,
];

export const areas: readonly Area[] = import.meta.env.DEV ? [...built, devArea] : built;

/** The pages of the areas inside the shell. */
export const areaRoutes: AnyRoute[] = [
  ...homeRoutes,
  ...usersRoutes,
  ...manyUsersRoutes,
  ...groupsRoutes,
  ...schoolAccessRoutes,
  ...deactivationsRoutes,
  ...personalNumbersRoutes,
  ...importRoutes,
  ...identitiesRoutes,
  ...commonUsersRoutes,
  ...dataSourcesRoutes,
  ...accessRoutes,
  ...superadminRoutes,
  ...locksRoutes,
  ...domainPackagesRoutes,
  ...pointsRoutes,
  ...addressesRoutes,
  ...examsRoutes,
  ...logsRoutes,
  ...settingsRoutes,
  ...siteRoutes,
  ...schoolCodeRoutes,
  ...directoryRoutes,
  ...removalsRoutes,
  ...healthRoutes,
  ...accountsRoutes,
  ...setupRoutes,
  ...connectionsRoutes,
  ...aboutRoutes,
];

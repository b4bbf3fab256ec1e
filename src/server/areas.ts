/** Every endpoint of the house: a line per area. */
import { aboutHandlers } from '#areas/about/server/handlers.ts';
import { groupHandlers } from '#areas/groups/server/handlers.ts';
import { homeHandlers } from '#areas/home/server/handlers.ts';
import { loginHandlers } from '#areas/login/server/handlers.ts';
import { logHandlers } from '#areas/logs/server/handlers.ts';
import { settingsHandlers } from '#areas/settings/server/handlers.ts';
import { viewHandlers } from '#areas/settings/views/server/handlers.ts';
import { clockHandlers } from '#areas/superadmin/clock/server/handlers.ts';
import { importHandlers } from '#areas/tools/import/server/handlers.ts';
import { userHandlers } from '#areas/users/server/handlers.ts';

import type { Endpoint } from './http/endpoint.ts';

export const endpoints: readonly Endpoint[] = [
  ...loginHandlers,
  ...userHandlers,
  ...groupHandlers,
  ...logHandlers,
  ...importHandlers,
  ...settingsHandlers,
  ...viewHandlers,
  ...clockHandlers,
  ...homeHandlers,
  ...aboutHandlers,
];

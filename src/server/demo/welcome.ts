/** What the terminal says of the demo: whom to be. */
import type { Role } from '#kernel/permissions.ts';

import type { DemoAccount } from './accounts.ts';
import { DEMO_PASSWORD } from './story.ts';

const roleNames: Record<Role, string> = {
  teacher: 'Teacher',
  groupAdministrator: 'Group administrator',
  licenceAdministrator: 'Licence administrator',
  schoolIct: 'School ICT',
  schoolAdministrator: 'School administrator',
  centralAdmin: 'Central admin',
  superadmin: 'Superadmin',
};
const NO_ROLE = 'No access';
const WHOLE_OWNER = 'the whole municipality';

export function welcome(accounts: readonly DemoAccount[]): string {
  const rows = accounts.map(({ userName, name, role, schools, hasPassword }) => [
    name,
    userName,
    role === null ? NO_ROLE : roleNames[role],
    schools.join(', ') || WHOLE_OWNER,
    hasPassword ? `/central-admin/login, password ${DEMO_PASSWORD}` : 'Feide (simulert)',
  ]);
  if (rows.length === 0)
    return 'Demo mode: the systems around the portal are simulated, its clock can be moved.\n';
  return `\nDemo municipality: nobody in it is real. Sign in as:\n\n${table(rows)}\n`;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, column) => Math.max(most[column] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

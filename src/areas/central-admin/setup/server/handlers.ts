import { writeSite } from '#areas/superadmin/site/server/service.ts';
import { readPasswordSettings, refuseWeakPassword } from '#areas/users/passwords/server/service.ts';
import { refuse, refuseField } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';
import { implement } from '#server/http/endpoint.ts';
import { inOperation } from '#server/journal/operation.ts';
import type { Services } from '#server/services.ts';
import { setPasswordHash } from '#server/session/account.ts';
import { insertAdmin } from '#server/session/operator.ts';
import { hashPassword } from '#server/session/password.ts';
import { makeRecoveryCode } from '#server/session/recovery.ts';

import { setup } from '../contract.ts';
import { addressOf, checkDatabase } from './check-database.ts';
import { holdSetup, putOff, readSteps } from './store.ts';

/** Time for the answer to leave before the portal closes. */
const RESTART_DELAY_MS = 300;

export const setupHandlers = implement(setup, {
  state: async ({ db, services }) => {
    const isOpen = !services.demo && (await services.setup.isOpen(db));
    return { isOpen, mayChooseServer: isOpen && services.keepServer !== undefined };
  },

  async begin({ db, input, services, now }) {
    // Of two who begin at once, the second finds the portal taken.
    await holdSetup(db);
    await requireFirstVisit(db, services, input.setupCode);
    const { userName, firstName, lastName, newPassword, ownerName } = input;
    const owner = { userName, displayName: `${firstName} ${lastName}` };
    refuseWeakPassword(newPassword, owner, (await readPasswordSettings(db)).rules);

    // Until there is a superadmin the first central administrator is one too: somebody must try the first import.
    const roles = ['centralAdmin', 'superadmin'] as const;
    const userId = await insertAdmin(db, { userName, firstName, lastName, roles, by: 'setup', now });
    if (userId === undefined) refuseField('user.name-taken', 'userName', 'taken');
    await setPasswordHash(db, userId, await hashPassword(newPassword), now);
    await writeSite(db, { ownerName });
    return { recoveryCode: await makeRecoveryCode(db, userId, now) };
  },

  async testDatabase({ db, services, input, request, now }) {
    await requireFirstVisit(db, services, input.setupCode);
    const { signature: route, correlationId, ip } = request;
    await inOperation(db, { event: 'connections.tested', route, correlationId, ip, now }, async () => {});
    return { Items: await checkDatabase(input) };
  },

  async chooseDatabase({ db, services, input }) {
    await requireFirstVisit(db, services, input.setupCode);
    const { restart, keepServer } = services;
    if (!restart || !keepServer) return refuse('setup.no-restart');
    const checks = await checkDatabase(input);
    if (checks.some(({ outcome }) => outcome !== 'ok')) refuse('setup.database-unfit');
    keepServer(addressOf(input));
    setTimeout(restart, RESTART_DELAY_MS);
    return {};
  },

  steps: async ({ db, services, actor }) => readSteps(db, services.connections, actor?.userId),

  async putOff({ db, input: { step, isLater }, now }) {
    await putOff(db, step, isLater, now);
    return {};
  },

  async restart({ services: { restart } }) {
    if (!restart) return refuse('setup.no-restart');
    setTimeout(restart, RESTART_DELAY_MS);
    return {};
  },
});

/** Until the portal has an administrator, the printed setup code gives the right to set it up. */
async function requireFirstVisit(db: Db, services: Services, code: string): Promise<void> {
  if (services.demo || !(await services.setup.isOpen(db))) refuse('setup.closed');
  if (!services.setup.isCode(code)) refuseField('setup.code-wrong', 'setupCode', 'setupCode');
}

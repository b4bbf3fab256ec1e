import { countGroups } from '#areas/groups/server/service.ts';
import { countNewSuperadmins } from '#areas/superadmin/superadmins/server/service.ts';
import { countImports, hasSource } from '#areas/tools/import/server/service.ts';
import { accessWarnings } from '#areas/tools/school-access/contract.ts';
import { countWarned } from '#areas/tools/school-access/server/service.ts';
import { countUsers } from '#areas/users/server/service.ts';
import { addDays, osloDay } from '#kernel/dates.ts';
import type { Permission } from '#kernel/permissions.ts';
import { type Actor, prove, type Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { implement } from '#server/http/endpoint.ts';

import { type Concern, home, severities } from '../contract.ts';

/** Accounts that close within so many days are shown in time to do something about it. */
const EXPIRING_DAYS = 14;
/** So long the others who have the role are told that somebody was given it. */
const NEW_SUPERADMIN_DAYS = 7;

export const homeHandlers = implement(home, {
  async today({ db, actor, now, services }) {
    const found = actor ? await Promise.all(questions(db, actor, now, services.importFolder)) : [];
    const Items = found
      .filter((concern) => concern.count > 0)
      .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
    return { at: now, Items };
  },
});

type Params = Record<string, string>;

async function ask(concern: Omit<Concern, 'count'>, count: Promise<number>): Promise<Concern> {
  return { ...concern, count: await count };
}

/** Each counts with the very filters of the list it points at, so that the number is the list's own. */
function questions(db: Db, actor: Actor, now: Date, importFolder: string | undefined): Promise<Concern>[] {
  const today = osloDay(now);
  const within = (permission: Permission): Scope[] => {
    const scope = prove(actor, permission);
    return scope ? [scope] : [];
  };
  const users = within('users.read').flatMap((scope) => {
    const of = (kind: Concern['kind'], severity: Concern['severity'], params: Params) =>
      ask({ kind, severity, list: 'users', params }, countUsers(db, scope, params, now));
    return [
      of('users.locked', 'critical', { accountStatus: 'locked' }),
      of('users.expiring', 'warning', { expiresBefore: addDays(today, EXPIRING_DAYS + 1) }),
      of('users.invalid', 'info', { invalid: 'true' }),
    ];
  });
  const groups = within('groups.read').flatMap((scope) => {
    const of = (kind: Concern['kind'], severity: Concern['severity'], params: Params) =>
      ask({ kind, severity, list: 'groups', params }, countGroups(db, scope, params, now));
    return [
      of('groups.without-contact-teacher', 'warning', { lacks: 'contactTeacher' }),
      of('groups.without-teacher', 'warning', { lacks: 'teacher' }),
      of('groups.invalid', 'info', { invalid: 'true' }),
    ];
  });
  const access = within('school-access.order').flatMap((scope) => {
    const params = { warning: accessWarnings.join(',') };
    return [
      ask(
        { kind: 'access.temporary', severity: 'warning', list: 'temporaryAccess', params },
        countWarned(db, scope, 'temporary', params, now),
      ),
      ask(
        { kind: 'access.blocked', severity: 'warning', list: 'blockedAccess', params },
        countWarned(db, scope, 'block', params, now),
      ),
    ];
  });
  const superadmins = within('superadmins.manage').map((scope) =>
    ask(
      { kind: 'superadmins.new', severity: 'warning', list: 'superadmins', params: {} },
      countNewSuperadmins(db, scope, addDays(today, -NEW_SUPERADMIN_DAYS)),
    ),
  );
  const imports = within('import.read').flatMap((scope) => {
    const since = addDays(today, -1);
    const failed = { started: `${since}..`, status: 'failed,interrupted' };
    const counted = countImports(db, scope, since);
    return [
      ask(
        { kind: 'import.failed', severity: 'critical', list: 'imports', params: failed },
        counted.then((counts) => counts.failed),
      ),
      ask(
        { kind: 'import.rejects', severity: 'warning', list: 'imports', params: { started: `${since}..` } },
        counted.then((counts) => counts.rejecting),
      ),
      ask(
        { kind: 'import.no-source', severity: 'warning', list: 'dataSources', params: {} },
        hasSource(db, scope, importFolder).then((any) => (any ? 0 : 1)),
      ),
    ];
  });
  return [...users, ...groups, ...access, ...superadmins, ...imports];
}

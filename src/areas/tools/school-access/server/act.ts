import { searchUsers } from '#areas/users/server/service.ts';
import type { Route } from '#kernel/contract.ts';
import { addYears, osloDay } from '#kernel/dates.ts';
import { Refusal, refuse } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import { type Actor, prove } from '#kernel/scope.ts';
import type { Context } from '#server/http/endpoint.ts';
import { schoolOf } from '#server/list/scope.ts';

/** What is done with an entry, alike for both kinds. */
import { accessRoles, type AccessChanges, type AccessEntry } from '../contract.ts';
import { type AccessKind, problemWithDates } from '../rules.ts';
import { beginAtOnce, moveEnd } from './service.ts';
import * as store from './store.ts';

type Call = Pick<Context<Route>, 'db' | 'actor' | 'scope' | 'now'>;

interface Order {
  userName: string;
  role: AccessEntry['role'];
  start?: string | null | undefined;
  end: string;
  comment?: string | null | undefined;
  renewDate?: string | null | undefined;
  iktCanModify: boolean;
  immediate?: boolean;
}

export async function order(call: Call, kind: AccessKind, input: Order): Promise<AccessEntry> {
  const { db, actor, scope, now } = call;
  const today = osloDay(now);
  const { immediate = false, comment = null, renewDate = null } = input;
  const schoolId = schoolOf(scope) ?? refuse('school-access.no-school');
  const start = immediate ? today : input.start;
  if (typeof start !== 'string') return wrong({ path: 'start', key: 'required', params: {} });
  checkDates({ start, end: input.end, renew: renewDate }, today);

  const person = await store.findPerson(db, scope, kind, input.userName, { schoolId, today });
  if (!person) return wrong({ path: 'userName', key: 'noUser', params: {} }, 'user.not-found');
  if (kind === 'temporary' && person.roleHere !== null) {
    wrong({ path: 'userName', key: 'alreadyHere', params: {} }, 'school-access.already-here');
  }
  if (kind === 'block' && person.id === actor?.userId) {
    wrong({ path: 'userName', key: 'self', params: {} }, 'school-access.self');
  }
  // A block takes the roles at the school away: administrators are protected from it as from being closed.
  if (kind === 'block' && person.isAdmin && scope.role !== 'superadmin') {
    wrong({ path: 'userName', key: 'adminAccount', params: {} }, 'user.admin-account');
  }
  if (kind === 'block' && (person.roleHere === 'employee') !== (input.role === 'employee')) {
    wrong({ path: 'role', key: 'notHere', params: {} }, 'school-access.not-here');
  }
  const id = await store.insertEntry(db, {
    ...input,
    kind,
    userId: person.id,
    schoolId,
    start,
    comment,
    renewDate,
    immediate,
    registeredBy: actor?.displayName ?? '',
    now,
  });
  if (immediate) await beginAtOnce(db, id, { now, day: today });
  return find(call, kind, id);
}

export async function change(call: Call, kind: AccessKind, input: AccessChanges): Promise<AccessEntry> {
  const { db, scope, now } = call;
  const today = osloDay(now);
  const entry =
    (await store.findEntry(db, scope, kind, input.id, today)) ?? refuse('school-access.not-found');
  refuseUnlessTheirs(call.actor, entry);
  if (isOver(entry)) refuse('school-access.over');

  const hasBegun = entry.stored === 'active';
  const { start = entry.start, end = entry.end, renewDate = entry.renewDate } = input;
  if (hasBegun && start !== entry.start) wrong({ path: 'start', key: 'startLocked', params: {} });
  // A planned one whose first day has come without an import keeps that day.
  checkDates({ start, end, renew: renewDate }, today, hasBegun || start === entry.start);
  const may = call.actor !== undefined && prove(call.actor, 'school-access.manage') !== undefined;
  const changed = {
    start,
    end,
    renewDate,
    // Ended by somebody, it goes on when it gets a last day anew, and not for a word in its comment.
    goesOn: input.end !== undefined,
    comment: input.comment === undefined ? entry.comment : input.comment,
    // Whoever may change it by this very flag does not decide over the flag.
    iktCanModify: may ? (input.iktCanModify ?? entry.iktCanModify) : entry.iktCanModify,
  };
  if (!(await store.updateEntry(db, entry.id, input.version ?? entry.version, changed))) refuse('row.stale');
  await moveEnd(db, entry.id);
  return find(call, kind, entry.id);
}

/** One of several, to a later last day. It takes nothing away: what lasts longer keeps its day. */
export async function renewOne(call: Call, kind: AccessKind, id: number, end: string): Promise<void> {
  const { db, scope, now, actor } = call;
  const today = osloDay(now);
  const entry = (await store.findEntry(db, scope, kind, id, today)) ?? refuse('school-access.not-found');
  refuseUnlessTheirs(actor, entry);
  if (isOver(entry)) refuse('school-access.over');
  if (entry.end > end || (entry.end === end && !entry.endsNext)) refuse('school-access.lasts-longer');
  if (end > addYears(entry.start, limits.accessSpanYears)) refuse('school-access.too-long');
  // Who was to be reminded has done it.
  const isReminded = entry.renewDate !== null && entry.renewDate <= today;
  await change(call, kind, { id, end, ...(isReminded && { renewDate: null }) });
}

/** One of several; what it refuses is told of that one alone. */
export async function removeOne(call: Call, kind: AccessKind, id: number): Promise<void> {
  const { db, scope, now, actor } = call;
  const entry =
    (await store.findEntry(db, scope, kind, id, osloDay(now))) ?? refuse('school-access.not-found');
  refuseUnlessTheirs(actor, entry);
  if (isOver(entry)) refuse('school-access.over');
  if (entry.stored === 'planned') await store.deletePlanned(db, id);
  else await store.endAtNextImport(db, id);
}

export async function find(call: Call, kind: AccessKind, id: number): Promise<AccessEntry> {
  const { db, scope, now, actor } = call;
  const entry =
    (await store.findEntry(db, scope, kind, id, osloDay(now))) ?? refuse('school-access.not-found');
  const { stored: _, endsNext: __, ...row } = entry;
  return withActs(actor, row);
}

/** Nothing can be done with what is over, and ending can only be asked for once. */
export function withActs(actor: Actor | undefined, entry: Omit<AccessEntry, 'can'>): AccessEntry {
  const can: AccessEntry['can'] = [];
  const isOpen = entry.status !== 'ended' && entry.status !== 'failed';
  if (isOpen && isTheirs(actor, entry)) {
    can.push('update');
    if (entry.status !== 'ending') can.push('delete');
  }
  return { ...entry, can };
}

const isOver = ({ stored }: store.StoredEntry): boolean => stored === 'ended' || stored === 'failed';

/** The school administrator's and the superadmin's; school ICT's where whoever ordered it said so. */
function isTheirs(actor: Actor | undefined, { iktCanModify }: Pick<AccessEntry, 'iktCanModify'>): boolean {
  if (!actor) return false;
  if (prove(actor, 'school-access.manage')) return true;
  return iktCanModify && prove(actor, 'school-access.order') !== undefined;
}

function refuseUnlessTheirs(actor: Actor | undefined, entry: store.StoredEntry): void {
  if (!isTheirs(actor, entry)) refuse('school-access.not-yours');
}

function checkDates(dates: Parameters<typeof problemWithDates>[0], today: string, startStands = false): void {
  const problem = problemWithDates(dates, today, startStands);
  if (problem) wrong(problem);
}

function wrong(
  problem: NonNullable<ReturnType<typeof problemWithDates>>,
  code: Refusal['code'] = 'request.invalid',
): never {
  throw new Refusal(code, { fields: [problem] });
}

/** A year from a day on has 365 or 366 days. */
const daysIn = (years: number, from: string): number =>
  (Date.parse(addYears(from, years)) - Date.parse(from)) / 86_400_000;

/** The lists of the form. People of another school are not searched, they are known by name (specification §5). */
export async function select(
  { db, scope, now }: Call,
  kind: AccessKind,
  asked: { kind: 'user' | 'role' | 'school'; search: string },
) {
  const today = osloDay(now);
  const users =
    asked.kind !== 'user' || asked.search === ''
      ? []
      : kind === 'temporary' && scope.kind !== 'owner'
        ? await store.findByWholeName(db, asked.search, today)
        : (await searchUsers(db, scope, { search: asked.search, userType: 'both', take: 20 }, now)).map(
            ({ userName, displayName, school, role }) => ({
              userName,
              displayName,
              primarySchool: school,
              role,
            }),
          );
  return {
    users,
    roles: accessRoles.map((id) => ({ id, label: id })),
    schools: asked.kind === 'school' ? await store.listSchools(db, scope, asked.search) : [],
    limits: {
      maxSpanDays: daysIn(limits.accessSpanYears, today),
      maxStartAheadDays: daysIn(limits.accessStartAheadYears, today),
    },
  };
}

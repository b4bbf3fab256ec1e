import { NO_NUMBER, readNationalNumber } from '#connectors/source/national-number.ts';
import type { Route } from '#kernel/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import { type ErrorCode, Refusal, refuse, refuseField } from '#kernel/errors.ts';
import { inSpan } from '#kernel/list.ts';
import { onEach } from '#server/bulk/each.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { maskNationalNumber } from '#server/national-number.ts';
import { openProbes } from '#server/probing.ts';

import { personalNumbers } from '../contract.ts';
import { faultOf } from '../rules.ts';
import * as changes from './changes.ts';
import { isClosedNow } from './closed.ts';
import { listDeviations } from './deviations.ts';
import * as duplicates from './duplicates.ts';
import { listNumberLog, logFoundByNumber } from './log.ts';

export const personalNumberHandlers = implement(personalNumbers, {
  deviations: ({ db, scope, input, now }) => listDeviations(db, scope, input, now),
  duplicates: ({ db, scope, input, now }) => duplicates.listDuplicates(db, scope, input, now),

  async merge({ db, scope, now, input, request }) {
    const keep = (await duplicates.findAccount(db, scope, input.keep)) ?? refuse('user.not-found');
    const gone = (await duplicates.findAccount(db, scope, input.remove)) ?? refuse('user.not-found');
    if (keep.id === gone.id) refuseField('request.invalid', 'remove', 'invalid');
    if (!keep.hash || !gone.hash?.equals(keep.hash)) refuse('number-duplicate.not-found');
    request.subject = { table: 'users', id: keep.id };
    await duplicates.mergeAccounts(db, keep.id, gone.id, osloDay(now));
    return {};
  },

  async ignore({ db, scope, actor, now, input }) {
    const by = { name: actor?.displayName ?? '', now, today: osloDay(now) };
    if (!(await duplicates.settlePairs(db, scope, input.id, by))) refuse('number-duplicate.not-found');
    return {};
  },

  async check(context) {
    const { db, services, operationId = 0, input } = context;
    const number = readNationalNumber(input.ssn) ?? refuseField('request.invalid', 'ssn', 'required');
    if (number === NO_NUMBER) return { valid: false, kind: 'none' as const, inUse: false, userName: null };
    const probes = await openProbes(context, 'number-misses');
    if (probes instanceof Refusal) return probes;
    const user = await changes.whoHas(db, services.vault.hash(number.value));
    const refusal = user ? undefined : await probes.count(1);
    if (refusal) return refusal;
    if (user) await logFoundByNumber(db, operationId, [user.id]);
    return {
      valid: faultOf(number, services.demo) === undefined,
      kind: number.kind,
      inUse: user !== undefined,
      userName: user?.userName ?? null,
    };
  },

  async update(context) {
    const { db, scope, actor, now, services, operationId = 0, input } = context;
    await refuseWhenClosed(context);
    await changes.lockRegistrations(db);
    const holder =
      (await changes.findHolder(db, scope, input.userName)) ?? wrong('userName', 'noUser', 'user.not-found');
    if (holder.isGuest) refuse('user.guest');
    const schoolId =
      input.school === undefined
        ? holder.schoolId
        : ((await changes.schoolNamed(db, scope, holder, input.school)) ??
          wrong('school', 'invalid', 'school.not-found'));
    const number = readNationalNumber(input.newSsn) ?? wrong('newSsn', 'required');
    const fault = faultOf(number, services.demo);
    if (number === NO_NUMBER || fault) return wrong('newSsn', fault ?? 'notANumber');

    // From here on a refusal tells something about a number.
    const probes = await openProbes(context, 'number-misses');
    if (probes instanceof Refusal) return probes;
    const before = typeof input.oldSsn === 'string' ? readNationalNumber(input.oldSsn) : undefined;
    if (!isNumberOf(holder, before, services.vault.hash)) {
      return (await probes.count(1)) ?? wrongField('oldSsn', 'notTheNumber', 'number-change.not-the-number');
    }
    const hash = services.vault.hash(number.value);
    const taken = await changes.whoHas(db, hash, holder);
    if (taken) {
      await logFoundByNumber(db, operationId, [taken.id]);
      const key = taken.id === holder.id ? 'same' : 'inUse';
      return (await probes.count(1)) ?? wrongField('newSsn', key, 'number-change.in-use');
    }
    const changeId = await changes.insertChange(db, {
      holder,
      schoolId,
      hash,
      cipher: services.vault.encrypt(number.value),
      masked: maskNationalNumber(number.value),
      kind: number.kind,
      comment: input.comment ?? null,
      registeredBy: actor?.displayName ?? '',
      now,
    });
    return { changeId, status: 'registered' as const };
  },

  list: ({ db, scope, input, now }) => changes.listChanges(db, scope, input, now),

  log: ({ db, scope, input, now }) => listNumberLog(db, scope, inSpan(input), now),

  async remove(context) {
    const { db, scope, input } = context;
    await refuseWhenClosed(context);
    return onEach(db, input.ids.map(String), async (id) => {
      const change = (await changes.findChange(db, scope, Number(id))) ?? refuse('number-change.not-found');
      if (change.status !== 'registered') refuse('number-change.done');
      await changes.deleteChange(db, change.id);
    });
  },

  async show({ db, scope, services, input, request }) {
    const change = (await changes.findChange(db, scope, input.id)) ?? refuse('number-change.not-found');
    request.subject = { table: 'users', id: change.userId };
    return {
      oldSsn: change.oldCipher && services.vault.decrypt(change.oldCipher),
      newSsn: services.vault.decrypt(change.newCipher),
    };
  },
});

async function refuseWhenClosed(call: Pick<Context<Route>, 'db' | 'now'>): Promise<void> {
  const closed = await isClosedNow(call);
  if (closed) refuse('number-change.closed', { params: { ...closed } });
}

const wrongField = (path: string, key: string, code: ErrorCode): Refusal =>
  new Refusal(code, { fields: [{ path, key, params: {} }] });

function wrong(path: string, key: string, code: ErrorCode = 'request.invalid'): never {
  throw wrongField(path, key, code);
}

/** Nothing typed is right for somebody who has no number. */
function isNumberOf(
  { hash }: changes.Holder,
  typed: ReturnType<typeof readNationalNumber>,
  hashOf: (number: string) => Buffer,
): boolean {
  if (typed === undefined) return hash === null;
  return typed !== NO_NUMBER && hash?.equals(hashOf(typed.value)) === true;
}

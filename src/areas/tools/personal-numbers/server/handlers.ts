import { z } from 'zod';

import { readNationalNumber } from '#connectors/source/national-number.ts';
import type { Route } from '#kernel/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import { type ErrorCode, Refusal, refuse, refuseField } from '#kernel/errors.ts';
import { inSpan } from '#kernel/list.ts';
import { onEach } from '#server/bulk/each.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { maskNationalNumber } from '#server/national-number.ts';

import { personalNumbers } from '../contract.ts';
import { faultOf, isClosed, usualWindow } from '../rules.ts';
import * as changes from './changes.ts';
import { listDeviations } from './deviations.ts';
import * as duplicates from './duplicates.ts';
import { listNumberLog } from './log.ts';

const Window = z.object({ from: z.string(), to: z.string() });

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

  async check({ db, services, input }) {
    const number = readNationalNumber(input.ssn) ?? refuseField('request.invalid', 'ssn', 'required');
    const user = await changes.whoHas(db, services.vault.hash(number.value));
    return {
      valid: faultOf(number, services.demo) === undefined,
      kind: number.kind,
      inUse: user !== undefined,
      userName: user?.userName ?? null,
    };
  },

  async update(context) {
    const { db, scope, actor, now, services, input } = context;
    await refuseWhenClosed(context);
    const holder =
      (await changes.findHolder(db, scope, input.userName)) ?? wrong('userName', 'noUser', 'user.not-found');
    if (holder.isGuest) refuse('user.guest');
    const schoolId =
      input.school === undefined
        ? holder.schoolId
        : ((await changes.schoolNamed(db, scope, holder, input.school)) ??
          wrong('school', 'invalid', 'school.not-found'));
    const before = typeof input.oldSsn === 'string' ? readNationalNumber(input.oldSsn) : undefined;
    const isTheNumber = before
      ? holder.hash?.equals(services.vault.hash(before.value)) === true
      : holder.hash === null;
    if (!isTheNumber) wrong('oldSsn', 'notTheNumber', 'number-change.not-the-number');

    const number = readNationalNumber(input.newSsn) ?? wrong('newSsn', 'required');
    const fault = faultOf(number, services.demo);
    if (fault) wrong('newSsn', fault);
    const hash = services.vault.hash(number.value);
    const taken = await changes.whoHas(db, hash);
    if (taken) wrong('newSsn', taken.id === holder.id ? 'same' : 'inUse', 'number-change.in-use');
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

/** Before 16:00, and not while an import runs (specification §9). */
async function refuseWhenClosed({ db, now }: Pick<Context<Route>, 'db' | 'now'>): Promise<void> {
  const state = await changes.importState(db);
  const stored = Window.safeParse(state.window);
  const window = stored.success ? stored.data : usualWindow;
  if (isClosed(now, window, state.runs)) refuse('number-change.closed', { params: { ...window } });
}

function wrong(path: string, key: string, code: ErrorCode = 'request.invalid'): never {
  throw new Refusal(code, { fields: [{ path, key, params: {} }] });
}

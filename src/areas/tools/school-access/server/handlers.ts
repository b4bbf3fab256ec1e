import type { Input } from '#kernel/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuseField } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import { type Context, implement } from '#server/http/endpoint.ts';

import { blockedAccess, temporaryAccess } from '../contract.ts';
import type { AccessKind } from '../rules.ts';
import * as act from './act.ts';
import * as store from './store.ts';
import { findWarnings } from './warnings.ts';

export const temporaryAccessHandlers = implement(temporaryAccess, {
  create: (context) => act.order(context, 'temporary', context.input),
  id: (context) => act.find(context, 'temporary', context.input.id),
  async list({ db, scope, actor, input, now }) {
    const page = await store.listEntries(db, scope, 'temporary', input, now);
    return { ...page, Items: page.Items.map((entry) => act.withActs(actor, entry)) };
  },
  status: async ({ db, scope, input, now }) => ({
    Items: await store.statesOf(db, scope, 'temporary', input.ids, osloDay(now)),
  }),
  warnings: async ({ db, scope, input: { days }, now }) => ({
    Items: await findWarnings(db, scope, 'temporary', { days, today: osloDay(now) }),
  }),
  update: (context) => act.change(context, 'temporary', context.input),
  renew: (context) => renewEach(context, 'temporary', context.input),
  remove: (context) =>
    onEach(context.db, context.input.ids.map(String), (id) =>
      act.removeOne(context, 'temporary', Number(id)),
    ),
  select: (context) => act.select(context, 'temporary', context.input),
});

export const blockedAccessHandlers = implement(blockedAccess, {
  create: (context) => act.order(context, 'block', context.input),
  id: (context) => act.find(context, 'block', context.input.id),
  async list({ db, scope, actor, input, now }) {
    const page = await store.listEntries(db, scope, 'block', input, now);
    return { ...page, Items: page.Items.map((entry) => act.withActs(actor, entry)) };
  },
  status: async ({ db, scope, input, now }) => ({
    Items: await store.statesOf(db, scope, 'block', input.ids, osloDay(now)),
  }),
  warnings: async ({ db, scope, input: { days }, now }) => ({
    Items: await findWarnings(db, scope, 'block', { days, today: osloDay(now) }),
  }),
  update: (context) => act.change(context, 'block', context.input),
  renew: (context) => renewEach(context, 'block', context.input),
  remove: (context) =>
    onEach(context.db, context.input.ids.map(String), (id) => act.removeOne(context, 'block', Number(id))),
  select: (context) => act.select(context, 'block', context.input),
});

async function renewEach(
  context: Context<typeof temporaryAccess.renew>,
  kind: AccessKind,
  { ids, end }: Input<typeof temporaryAccess.renew>,
) {
  if (end < osloDay(context.now)) refuseField('request.invalid', 'end', 'past');
  const result = await onEach(context.db, ids.map(String), (id) =>
    act.renewOne(context, kind, Number(id), end),
  );
  return { ...result, end, operationId: context.operationId ?? 0 };
}

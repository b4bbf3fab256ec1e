import { osloDay } from '#kernel/dates.ts';
import { onEach } from '#server/bulk/each.ts';
import { implement } from '#server/http/endpoint.ts';

import { blockedAccess, temporaryAccess } from '../contract.ts';
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
  remove: (context) =>
    onEach(context.db, context.input.ids.map(String), (id) => act.removeOne(context, 'block', Number(id))),
  select: (context) => act.select(context, 'block', context.input),
});

import { chosenUsers } from '#areas/users/server/service.ts';
import { startAct } from '#server/bulk/start.ts';
import { implement } from '#server/http/endpoint.ts';

import { type Candidate, manyUsers } from '../contract.ts';
import { meaningOf } from '../rules.ts';
import { actName } from './acts.ts';
import { findCandidates } from './store.ts';

export const manyUsersHandlers = implement(manyUsers, {
  act: (context) => {
    const { act, selection, groupName } = context.input;
    const rows = chosenUsers(context.scope, selection, context.now);
    return startAct(context, actName(act), rows, groupName === undefined ? {} : { input: { groupName } });
  },

  deleteInactive: (context) => {
    const named = { all: false as const, keys: context.input.userNames };
    return startAct(context, actName('deleteExpired'), chosenUsers(context.scope, named, context.now));
  },

  async resolve({ db, scope, now, services, input: { lines } }) {
    const wanted = lines.map(meaningOf);
    const found = await findCandidates(db, scope, wanted, services.vault.hash, now);
    const byLine = new Map<number, Candidate[]>();
    for (const { line, ...candidate } of found) byLine.set(line, [...(byLine.get(line) ?? []), candidate]);
    return { Items: lines.map((_, line) => ({ line, candidates: byLine.get(line) ?? [] })) };
  },
});

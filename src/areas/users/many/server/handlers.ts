import { MOST_ON_PAPER } from '#areas/users/passwords/contract.ts';
import { issuePasswords, passwordSheet } from '#areas/users/passwords/server/service.ts';
import { chosenUsers } from '#areas/users/server/service.ts';
import { startAct } from '#server/bulk/start.ts';
import { implement } from '#server/http/endpoint.ts';

import { type Candidate, manyUsers } from '../contract.ts';
import { meaningOf } from '../rules.ts';
import { actName } from './acts.ts';
import { findCandidates, namesOf } from './store.ts';

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

  async issuePasswords({ db, scope, now, services, input }) {
    const { selection, mustChange, protectedPeople, layout, language } = input;
    const chosen = await namesOf(db, chosenUsers(scope, selection, now), MOST_ON_PAPER);
    const work = { tx: db, scope, now, vault: services.passwords };
    const issued = await issuePasswords(work, chosen, { mustChange, protectedPeople, output: 'pdf' });
    return passwordSheet(issued, { layout, language, now });
  },

  async resolve({ db, scope, now, services, input: { lines } }) {
    const wanted = lines.map(meaningOf);
    const found = await findCandidates(db, scope, wanted, services.vault.hash, now);
    const byLine = new Map<number, Candidate[]>();
    for (const { line, ...candidate } of found) byLine.set(line, [...(byLine.get(line) ?? []), candidate]);
    return { Items: lines.map((_, line) => ({ line, candidates: byLine.get(line) ?? [] })) };
  },
});

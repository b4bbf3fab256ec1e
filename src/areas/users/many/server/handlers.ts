import { logFoundByNumber } from '#areas/tools/personal-numbers/server/service.ts';
import { MOST_ON_PAPER } from '#areas/users/passwords/contract.ts';
import { issuePasswords, passwordSheet } from '#areas/users/passwords/server/service.ts';
import { chosenUsers } from '#areas/users/server/service.ts';
import { readNationalNumber } from '#connectors/source/national-number.ts';
import { osloDay } from '#kernel/dates.ts';
import { Refusal, refuseField } from '#kernel/errors.ts';
import { prove } from '#kernel/scope.ts';
import { startAct } from '#server/bulk/start.ts';
import { implement } from '#server/http/endpoint.ts';
import { openProbes } from '#server/probing.ts';

import { type Candidate, manyUsers } from '../contract.ts';
import { meaningOf, type Wanted } from '../rules.ts';
import { actName } from './acts.ts';
import { findCandidates, namesOf } from './store.ts';

export const manyUsersHandlers = implement(manyUsers, {
  act: (context) => {
    const { act, selection, groupName, expiryDate } = context.input;
    if (expiryDate !== undefined && expiryDate < osloDay(context.now)) {
      refuseField('request.invalid', 'expiryDate', 'past');
    }
    const rows = chosenUsers(context.scope, selection, context.now);
    return startAct(context, actName(act), rows, { input: { groupName, expiryDate } });
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

  async resolve(context) {
    const { db, actor, scope, now, services, operationId = 0, input } = context;
    const wanted = input.lines.map(meaningOf).map(withoutWrongNumber);
    const shownTo = actor && prove(actor, 'national-number.show');
    const asked = shownTo ? wanted.filter(({ nationalNumber }) => nationalNumber !== undefined).length : 0;
    const probes = asked > 0 ? await openProbes(context, 'number-misses') : undefined;
    if (probes instanceof Refusal) return probes;
    const found = await findCandidates(db, scope, wanted, { shownTo, hash: services.vault.hash }, now);

    const byNumber = found.filter(({ by }) => by === 'nationalNumber');
    const refusal = await probes?.count(asked - new Set(byNumber.map(({ line }) => line)).size);
    if (refusal) return refusal;
    await logFoundByNumber(
      db,
      operationId,
      byNumber.map(({ userId }) => userId),
    );

    const byLine = new Map<number, Candidate[]>();
    for (const { line, userId: _, ...candidate } of found) {
      byLine.set(line, [...(byLine.get(line) ?? []), candidate]);
    }
    return { Items: input.lines.map((_, line) => ({ line, candidates: byLine.get(line) ?? [] })) };
  },
});

/** A number that cannot be right is nobody's: two people may have been given the same one by mistake. */
function withoutWrongNumber({ nationalNumber, ...wanted }: Wanted): Wanted {
  const number = readNationalNumber(nationalNumber ?? '');
  return typeof number === 'object' && !number.fault ? { ...wanted, nationalNumber: number.value } : wanted;
}

import { refuse } from '#kernel/errors.ts';
import { type Context, implement } from '#server/http/endpoint.ts';

import { type Candidate, manyUsers } from '../contract.ts';
import { meaningOf } from '../rules.ts';
import { actName } from './acts.ts';
import { chosenUsers, findCandidates } from './store.ts';

export const manyUsersHandlers = implement(manyUsers, {
  act: (context) => {
    const { act, selection } = context.input;
    return start(context, actName(act), selection);
  },

  deleteInactive: (context) =>
    start(context, actName('deleteExpired'), { all: false, keys: context.input.userNames }),

  async resolve({ db, scope, now, services, input: { lines } }) {
    const wanted = lines.map(meaningOf);
    const found = await findCandidates(db, scope, wanted, services.vault.hash, now);
    const byLine = new Map<number, Candidate[]>();
    for (const { line, ...candidate } of found) byLine.set(line, [...(byLine.get(line) ?? []), candidate]);
    return { Items: lines.map((_, line) => ({ line, candidates: byLine.get(line) ?? [] })) };
  },
});

type Caller = Pick<
  Context<typeof manyUsers.deleteInactive>,
  'actor' | 'scope' | 'now' | 'request' | 'services'
>;

async function start(
  { actor, scope, now, request, services }: Caller,
  act: string,
  selection: Parameters<typeof chosenUsers>[1],
): Promise<{ operationId: number }> {
  if (!actor) return refuse('access.signed-out');
  const { userId, userName, schoolId } = actor;
  const operationId = await services.bulk.start({
    act,
    input: {},
    actor,
    rows: chosenUsers(scope, selection, now),
    wish: {
      route: request.signature,
      actor: { id: userId, name: userName, role: scope.role },
      schoolId,
      correlationId: request.correlationId,
      key: request.key,
      ip: request.ip,
    },
  });
  return { operationId };
}

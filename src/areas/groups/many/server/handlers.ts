import { startAct } from '#server/bulk/start.ts';
import { implement } from '#server/http/endpoint.ts';

import { manyGroups } from '../contract.ts';
import { actName } from './acts.ts';
import { chosenGroups } from './store.ts';

export const manyGroupsHandlers = implement(manyGroups, {
  act: (context) => {
    const { act, selection } = context.input;
    return startAct(context, actName('any', act), chosenGroups(context.scope, selection, context.now));
  },

  actGlobal: (context) => {
    const { act, selection } = context.input;
    const chosen = selection.all
      ? { ...selection, question: { ...selection.question, type: ['global' as const] } }
      : selection;
    return startAct(context, actName('global', act), chosenGroups(context.scope, chosen, context.now));
  },
});

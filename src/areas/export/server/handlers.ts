import { refuse } from '#kernel/errors.ts';
import { keepChoice } from '#server/export/choice.ts';
import { implement } from '#server/http/endpoint.ts';

import { exports } from '../contract.ts';

export const exportHandlers = implement(exports, {
  async choose({ db, actor, input, now }) {
    const { userId } = actor ?? refuse('access.signed-out');
    return { choice: await keepChoice(db, input, { userId, now }) };
  },
});

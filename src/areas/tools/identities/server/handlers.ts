import { refuse } from '#kernel/errors.ts';
import { onEach } from '#server/bulk/each.ts';
import { implement } from '#server/http/endpoint.ts';

import { identities } from '../contract.ts';
import * as store from './store.ts';

export const identityHandlers = implement(identities, {
  list: ({ db, scope, input, now }) => store.listIdentities(db, scope, input, now),

  decide({ db, scope, actor, input: { ids, isSame, reason }, now }) {
    const decision = { isSame, reason, by: actor?.displayName ?? '', now };
    return onEach(db, ids.map(String), async (id) => {
      const found = (await store.findCase(db, scope, Number(id))) ?? refuse('identity.not-found');
      if (isSame && found.isTaken) refuse('identity.number-taken');
      await store.rememberDecision(db, scope, Number(id), decision);
      // The other kinds are about an account the record has already, or about numbers alone.
      if (found.kind !== 'same-number') return;
      if (isSame) await store.linkRecord(db, scope, found);
      else await store.unlinkRecord(db, scope, found);
    });
  },
});

import { findPeople, type Person } from '#areas/users/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import type { Context } from '#server/http/endpoint.ts';
import { implement } from '#server/http/endpoint.ts';

import { passwords } from '../contract.ts';
import { issuePasswords, passwordSheet, setPassword, unlockAccount } from './service.ts';
import { readPasswordSettings } from './settings.ts';
import { firstTimePassword } from './words.ts';

export const passwordHandlers = implement(passwords, {
  rules: async ({ db }) => (await readPasswordSettings(db)).rules,

  async suggest({ db }) {
    const { rules } = await readPasswordSettings(db);
    return { password: firstTimePassword(rules.minimum) };
  },

  async change({ db, scope, now, services, input }) {
    const person = await find({ db, scope, now }, input.userName);
    const work = { tx: db, scope, now, vault: services.passwords };
    await setPassword(work, {
      person,
      password: input.newPassword,
      mustChange: input.mustChangeAtLogin,
    });
    return {};
  },

  async issue({ db, scope, now, services, input }) {
    const { userNames, output, layout, language } = input;
    const work = { tx: db, scope, now, vault: services.passwords };
    const issued = await issuePasswords(work, userNames, input);
    return output === 'pdf' ? passwordSheet(issued, { layout, language, now }) : issued;
  },

  async unlock({ db, scope, now, input }) {
    const person = await find({ db, scope, now }, input.userName);
    await unlockAccount({ tx: db, scope, now }, person);
    return {};
  },
});

type Reader = Pick<Context<typeof passwords.unlock>, 'db' | 'scope' | 'now'>;

async function find({ db, scope, now }: Reader, userName: string): Promise<Person> {
  const [person] = await findPeople(db, scope, [userName], now);
  return person ?? refuse('user.not-found');
}

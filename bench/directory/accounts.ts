import { passwordValue } from '#connectors/directory/ad/values.ts';

import { compared, inTurns } from '../turns.ts';
import { account, spread } from './bare.ts';
import { FIRST_PASSWORD, type Ground, makeUsers, print, ROUNDS, timedTurn } from './ground.ts';

/** Accounts with a password, enabled: half by either in each round, and either goes first as often as the other. */
export async function measureAccounts(ground: Ground, accounts: number): Promise<void> {
  const { bare, control } = ground;
  const rates = await inTurns(ROUNDS, {
    // One addition each, on every connection the next as soon as the last was answered.
    control: async (round) => {
      await spread(bare, accounts, (client, index) => {
        const name = `k${round}-${index}`;
        return client.add(
          `CN=${name},OU=Elever,${control}`,
          account(name, { unicodePwd: passwordValue(FIRST_PASSWORD) }),
        );
      });
      return accounts;
    },
    portal: async (round) => {
      await makeUsers(ground, `e${round}-`, accounts, false);
      return timedTurn(ground, accounts);
    },
  });
  print(compared('accounts with a password', rates));
}

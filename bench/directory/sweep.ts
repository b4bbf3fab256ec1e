import { sql } from 'kysely';

import { systemClock } from '#server/clock.ts';
import { readBack } from '#server/reconcile/seen.ts';
import { askForSweep, sweep } from '#server/reconcile/sweep.ts';

import { account, spread } from './bare.ts';
import { type Ground, makeUsers, print } from './ground.ts';

/** Accounts that are as they should be: closed ones, which need no password to be made. */
export async function measureSweep(ground: Ground, swept: number): Promise<void> {
  const { bare, base, db, directory, means, worker } = ground;
  await spread(bare, swept, (client, index) => {
    const name = `s${index + 1}`;
    return client.add(`CN=${name},OU=Elever,OU=BEN,${base}`, account(name, { userAccountControl: '514' }));
  });
  await makeUsers(ground, 's', swept, true);
  await worker.turn();
  await worker.reaching(async (reached) => void (await readBack(means, reached)));
  await askForSweep(db, systemClock.now());
  const begun = performance.now();
  const objects = (await sweep(means, directory)) ?? 0;
  const ms = performance.now() - begun;
  const { rows } = await sql<{ drift: number }>`select count(*)::int as drift from directory.drift`.execute(
    db,
  );
  const million = (ms / objects) * 1_000_000;
  print(
    `sweep: ${objects} objects in ${Math.round(ms)} ms, ${rows[0]?.drift} differences; a million would take ${Math.round(million / 60_000)} min`,
  );
}

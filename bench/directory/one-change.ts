import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';

import { openLifecycle } from '#server/lifecycle.ts';
import { startReconciling } from '#server/reconcile/start.ts';

import { signIn } from './bare.ts';
import { type Ground, inOperation, print } from './ground.ts';

/** From the end of the portal's transaction until somebody else sees it in the directory. */
export async function measureOneChange(
  { samba, base, db, means, open }: Ground,
  changes: number,
): Promise<void> {
  const lifecycle = openLifecycle();
  startReconciling(means, open(), lifecycle);
  const client = await signIn(samba);
  const took: number[] = [];
  for (let round = 0; round < changes; round += 1) {
    // Nothing is under way, at any moment of the worker's rhythm.
    await delay(700 + Math.random() * 600);
    await inOperation(db, async (tx) => {
      await sql`delete from membership
                 where ctid = (select ctid from membership order by group_id, user_id limit 1)`.execute(tx);
    });
    const wanted = await sql<{ members: number }>`select count(*)::int as members from membership
      where group_id = (select min(id) from groups)`.execute(db);
    const begun = performance.now();
    for (;;) {
      const { searchEntries } = await client.search(base, {
        scope: 'sub',
        filter: '(cn=BEN g0-1)',
        attributes: ['member'],
      });
      const members = searchEntries[0]?.['member'] ?? [];
      if ((Array.isArray(members) ? members.length : 1) === wanted.rows[0]?.members) break;
      await delay(10);
    }
    took.push(performance.now() - begun);
  }
  await client.unbind();
  await lifecycle.stop();
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  print(
    `one changed membership: median ${at(0.5)} ms, p95 ${at(0.95)} ms (goal 1000: ${at(0.95) < 1_000 ? 'met' : 'missed'})`,
  );
}

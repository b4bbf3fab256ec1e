/** Doing it to many, and trying it once more, is no way round a refusal: each is refused as it is when it is done to one. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { bulk } from '#areas/logs/bulk/contract.ts';
import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { BulkResult } from '#kernel/bulk.ts';
import { Problem } from '#kernel/errors.ts';
import { bulkActs } from '#server/areas.ts';
import { type Caller, openHouse } from '#server/testing/house.ts';

import { actsOnMany, onManyAlone, seedMany } from './acts-on-many.ts';

const house = await openHouse();
let ict: Caller;
let leader: Caller;

beforeAll(async () => {
  await house.seed(async (seed) => {
    await seed.school('FJB', 'Fjordby skole');
    await seed.school('LUN', 'Lunde skole');
    await seedMany(seed);
  });
  ict = await house.signIn('schoolIct', { school: 'FJB' });
  leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
});

async function outcomesOf(operationId: number): Promise<Map<string, string>> {
  await house.services.bulk.settled();
  const { rows } = await sql<{ key: string; code: string | null }>`
    select key, code from bulk_row where operation_id = ${operationId}`.execute(house.db);
  return new Map(rows.map(({ key, code }) => [key, code ?? 'done']));
}

/** With what an act on one was refused; undefined when it was done. */
function refusalIn({ status, body }: { status: number; body: unknown }): string | undefined {
  if (status >= 400) return Problem.parse(body).code;
  const { failed = [] } = z.object({ failed: BulkResult.shape.failed.optional() }).parse(body ?? {});
  return failed[0]?.code;
}

describe('what is done to many', () => {
  it('is beside the act it is to one', () => {
    const known = new Set(actsOnMany.map(([act]) => act));
    expect(bulkActs.map(({ name }) => name).filter((name) => !known.has(name) && !onManyAlone(name))).toEqual(
      [],
    );
  });

  it.each(actsOnMany)(
    'refuses whom it refuses one by one, also when it is tried once more: %s',
    async (_name, act) => {
      for (const by of [ict, leader]) {
        const keys = [...act.keys, by.actor.userName, (by === ict ? leader : ict).actor.userName];
        const refusals = new Map<string, string>();
        for (const key of keys) {
          const code = refusalIn(await act.one(by, key));
          if (code !== undefined) refusals.set(key, code);
        }
        if ([...refusals.values()].every((code) => code === 'access.denied')) continue;
        expect(refusals.size).toBeGreaterThan(1);
        const operationId = await act.many(by, keys);
        const first = await outcomesOf(operationId);
        const { operationId: retried } = await by.call(bulk.retry, { operationId });
        for (const outcomes of [first, await outcomesOf(retried)]) {
          const here = Object.fromEntries([...refusals.keys()].map((key) => [key, outcomes.get(key)]));
          expect(here).toEqual(Object.fromEntries(refusals));
        }
      }
    },
  );

  it('is refused to whoever has lost the right since, though it was theirs when it was begun', async () => {
    const gone = await house.signIn('schoolIct', { school: 'FJB' });
    const selection = { all: false as const, keys: [gone.actor.userName] };
    const { operationId } = await gone.call(deactivations.activateMany, { selection });
    await house.services.bulk.settled();
    await house.seed(({ tx }) =>
      sql`update role_grant set role = 'groupAdministrator' where user_id = ${gone.actor.userId}`.execute(tx),
    );
    expect(await gone.refused(bulk.retry, { operationId })).toMatchObject({
      code: 'access.denied',
      why: { rule: 'users.deactivate' },
    });
  });
});

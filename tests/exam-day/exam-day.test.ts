/** A small exam day, looked at every quarter of an hour: see `played.ts`. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { wantedChat } from '#areas/internet/locks/server/chat.ts';
import { osloMoment } from '#kernel/dates.ts';
import { readSignIns } from '#server/reconcile/sign-ins.ts';
import { openReconciled } from '#server/reconcile/testing.ts';

import {
  at,
  chatless,
  comesLate,
  endsEarly,
  EXAM_DAY,
  expected,
  lockTimes,
  makeExams,
  namesFound,
  prepare,
  quarters,
  tally,
} from './played.ts';

const size = { schools: 2, groupsPerSchool: 2, candidates: 4 };

it('has accounts before, locks on the minute, and no trace after', { timeout: 120_000 }, async () => {
  const stage = await openReconciled();
  const teachers = await prepare(stage, size);
  const [first = 0, second = 0] = await makeExams(stage, teachers, size);
  await stage.worker.turn();
  let there = 16;
  let ended = 0;
  let signedIn = 0;
  expect(await tally(stage)).toEqual(expected(stage.clock.now(), there, ended));

  const late = osloMoment(EXAM_DAY, '09:15').getTime();
  const early = osloMoment(EXAM_DAY, '12:30').getTime();
  for (const moment of quarters()) {
    await at(stage, moment);
    if (moment.getTime() === late) {
      await comesLate(stage, first, 5);
      there += 1;
      await at(stage, moment);
      await sql`update simulated_directory.object set last_login_at = ${moment}
                 where fields ->> 'role' = 'examCandidate' and name like 's01%'`.execute(stage.db);
      stage.time.advance(60_000);
      signedIn = await readSignIns(stage.means, stage.directory);
    }
    if (moment.getTime() === early) {
      await endsEarly(stage, second);
      ended += 4;
      await at(stage, moment);
    }
    expect({ moment, ...(await tally(stage)) }).toEqual({ moment, ...expected(moment, there, ended) });
    const chat = [...(await wantedChat(stage.db, moment)).values()];
    expect(chat).toEqual(Array.from({ length: chatless(moment, there) }, () => 'blocked'));
  }
  expect(signedIn).toBe(9);
  expect(await namesFound(stage)).toEqual([]);
  expect(await stage.due()).toEqual([]);
  const { rows } = await sql`select from directory.object where kind = 'candidate'`.execute(stage.db);
  expect(rows).toEqual([]);
});

it('locks and opens on the instant', async () => {
  const stage = await openReconciled();
  await makeExams(stage, await prepare(stage, { ...size, schools: 1 }), { ...size, groupsPerSchool: 1 });
  const locked: number[] = [];
  for (const edge of [lockTimes.from, lockTimes.until]) {
    for (const off of [-1, 0]) {
      stage.clock.set(new Date(edge.getTime() + off).toISOString());
      locked.push((await tally(stage)).locked);
    }
  }
  expect(locked).toEqual([0, 4, 4, 0]);
});

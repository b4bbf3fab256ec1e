/** The directory refuses the portal's own account: it is asked seldom, so that it does not lock the account. */
import { beforeEach, expect, it } from 'vitest';

import { DirectoryError } from '#connectors/directory/port.ts';

import { tryConnectingNow } from './state.ts';
import { openReconciled, type Reconciled } from './testing.ts';
import { openWorker } from './worker.ts';

const MINUTE_MS = 60_000;
let house: Reconciled;
let answers: string[];
let attempts: number;

const state = () =>
  house.db
    .selectFrom('directory.state')
    .select(['error', 'errorText', 'errorLastText', 'errorAt', 'retryAt'])
    .executeTakeFirstOrThrow();

beforeEach(async () => {
  attempts = 0;
  answers = [];
  house = await openReconciled();
  const { connect } = house.directory;
  // Refuses the portal's sign-in with `answers`, and lets it in when none is left.
  house.directory.connect = () => {
    attempts += 1;
    const said = answers.shift();
    return said === undefined ? connect() : Promise.reject(new DirectoryError('sign-in-refused', said));
  };
  await house.seed((rows) => rows.school('GRA', 'Grana skole'));
});

const lookFor = async (minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 1) {
    house.time.advance(MINUTE_MS);
    await Promise.all([house.worker.turn(), house.look()]);
  }
};

it('is asked seldom enough never to lock the account, by all nodes together', async () => {
  answers = Array.from({ length: 100 }, () => 'wrong password (52e)');
  await house.worker.turn();
  expect(attempts).toBe(1);
  await lookFor(30);
  expect(attempts).toBeLessThanOrEqual(2);
  await lookFor(90);
  expect(attempts).toBeLessThanOrEqual(4);
});

it('says what was answered first, and what was answered last', async () => {
  answers = ['wrong password (52e)', ...Array.from({ length: 100 }, () => 'account locked (775)')];
  await house.worker.turn();
  const { errorAt } = await state();
  await lookFor(30);
  expect(await state()).toMatchObject({
    error: 'sign-in-refused',
    errorText: 'wrong password (52e)',
    errorLastText: 'account locked (775)',
    errorAt,
  });
});

it('is asked at once when somebody asks for it, or the portal starts with other settings', async () => {
  answers = ['wrong password (52e)', 'wrong password (52e)'];
  await house.worker.turn();
  await tryConnectingNow(house.db);
  await house.worker.turn();
  expect(attempts).toBe(2);
  // Another start: a new worker.
  await openWorker(house.means, house.directory).turn();
  expect(attempts).toBe(3);
  expect(await state()).toMatchObject({ error: null, errorText: null, errorLastText: null, retryAt: null });
  expect(await house.due()).toEqual([]);
});

/** The health page shows measured states and figures. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { checkJournalWhenAsked } from '#server/journal/check.ts';
import { sealFinished } from '#server/journal/seal.ts';
import { manifest } from '#server/manifest.ts';
import { marked } from '#server/marks.ts';
import { openHouse } from '#server/testing/house.ts';

import { health, healthParts, type HealthPart } from '../contract.ts';

const house = await openHouse();
await house.seed(async (rows) => rows.school('FJB', 'Fjordby skole'));
const keeper = await house.signIn('centralAdmin');

const read = () => keeper.call(health.read, {});
async function part(wanted: HealthPart) {
  return (await read()).Items.find((row) => row.part === wanted);
}

it('has every part once, and what a portal without neighbours lacks is unset', async () => {
  const { Items, jobs } = await read();
  expect(Items.map((row) => row.part)).toEqual([...healthParts]);
  const byPart = Object.fromEntries(Items.map((row) => [row.part, row]));
  expect(byPart['directory']).toMatchObject({ state: 'unset', failure: null });
  expect(byPart['federation']).toMatchObject({ state: 'unset', workedAt: null });
  expect(byPart['sources']).toMatchObject({ state: 'unset', figures: { sources: 0 } });
  expect(byPart['backup']).toMatchObject({ state: 'attention', workedAt: null });
  expect(byPart['portal']?.figures).toMatchObject({ version: manifest.version });
  // Nobody looks after the queue of this house.
  expect(byPart['jobs']).toMatchObject({ state: 'failed', figures: { jobs: jobs.length } });
});

it('says when work last worked and what failed since, until it works again', async () => {
  await marked(
    house.db,
    'backup',
    async () => 7,
    (rows) => ({ rows }),
  );
  expect(await part('backup')).toMatchObject({ state: 'ok', failure: null, figures: { rows: 7 } });
  const fails = marked(house.db, 'backup', () => Promise.reject(new Error('No room')));
  await expect(fails).rejects.toThrow('No room');
  const failed = await part('backup');
  expect(failed).toMatchObject({ state: 'failed', failure: 'No room', figures: { rows: 7 } });
  expect(failed?.workedAt).not.toBeNull();
  await marked(
    house.db,
    'backup',
    async () => 8,
    (rows) => ({ rows }),
  );
  expect(await part('backup')).toMatchObject({ state: 'ok', failure: null, figures: { rows: 8 } });
});

it('verifies the journal when asked, once at a time, and finds what was touched since the last check', async () => {
  await sealFinished(house.db);
  await keeper.call(health.checkJournal, {});
  expect(await part('journalCheck')).toMatchObject({ isRunning: true });
  expect(await keeper.refused(health.checkJournal, {})).toMatchObject({ code: 'health.check-running' });
  expect(await checkJournalWhenAsked(house.db)).toBe(true);
  expect(await checkJournalWhenAsked(house.db)).toBe(false);
  const checked = await part('journalCheck');
  expect(checked).toMatchObject({ state: 'ok', isRunning: false });
  expect(Number(checked?.figures['operations'])).toBeGreaterThan(0);

  await sealFinished(house.db);
  await house.db.transaction().execute(async (tx) => {
    await sql`alter table journal.operation disable trigger user`.execute(tx);
    await sql`update journal.operation set event = 'noe.annet' where event = 'test.seeded'`.execute(tx);
    await sql`alter table journal.operation enable trigger user`.execute(tx);
  });
  await keeper.call(health.checkJournal, {});
  await checkJournalWhenAsked(house.db);
  expect(await part('journalCheck')).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('operation.edited'),
  });
});

it('counts the keepers who sign in with a password alone', async () => {
  expect(await part('secondFactor')).toMatchObject({
    state: 'ok',
    figures: { keepers: 0, withoutFactor: 0 },
  });
  await house.seed(async ({ tx }) => {
    await sql`insert into user_credential (user_id, password_hash, changed_at)
      values (${keeper.actor.userId}, 'x', now())`.execute(tx);
  });
  expect(await part('secondFactor')).toMatchObject({
    state: 'attention',
    figures: { keepers: 1, withoutFactor: 1 },
  });
});

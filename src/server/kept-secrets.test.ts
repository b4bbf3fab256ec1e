import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { openKeptSecrets } from './kept-secrets.ts';
import { openHouse } from './testing/house.ts';

const house = await openHouse([]);
const now = house.clock.now();
const secrets = openKeptSecrets(Buffer.alloc(32, 7));

it('reads back what was written, and nothing of it stands in the database or the journal', async () => {
  await house.seed(({ tx }) => secrets.write(tx, 'data-source/1/key', 'hemmelig nøkkel', now));
  await house.seed(({ tx }) => secrets.write(tx, 'data-source/1/key', 'ny nøkkel', now));
  expect(await secrets.read(house.db, 'data-source/1/key')).toBe('ny nøkkel');
  expect(await secrets.read(house.db, 'data-source/2/key')).toBeUndefined();
  const { rows } = await sql<{ text: string }>`
    select string_agg(c::text, ' ') || (select string_agg(k::text, ' ') from kept_secret k) as text
      from journal.change c where table_name = 'kept_secret'`.execute(house.db);
  expect(rows[0]?.text).toContain('data-source/1/key');
  expect(rows[0]?.text).not.toMatch(/nøkkel/);
});

it('does not take the secret of another name, or of another key', async () => {
  await house.seed(async ({ tx }) => {
    await secrets.write(tx, 'test/a', 'en', now);
    await secrets.write(tx, 'test/b', 'to', now);
    await sql`update kept_secret set cipher = (select cipher from kept_secret where name = 'test/a')
               where name = 'test/b'`.execute(tx);
  });
  await expect(secrets.read(house.db, 'test/b')).rejects.toThrow('test/b');
  await expect(openKeptSecrets(Buffer.alloc(32, 8)).read(house.db, 'test/a')).rejects.toThrow('authenticate');
});

it('removes all of an owner', async () => {
  await house.seed(({ tx }) => secrets.write(tx, 'data-source/3/user', 'x', now));
  await house.seed(({ tx }) => secrets.remove(tx, 'data-source/3/'));
  expect(await secrets.readAll(house.db, 'data-source/3/')).toEqual(new Map());
});

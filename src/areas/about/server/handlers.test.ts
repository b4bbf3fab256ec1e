import { expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

import { about } from '../contract.ts';

const house = await openHouse();
await house.seed((seed) => seed.school('FJB'));

it('tells the version, the licence, and what it runs on', async () => {
  const caller = await house.signIn('teacher', { school: 'FJB' });
  expect(await caller.call(about.portal, {})).toEqual({
    name: 'Vaktmester',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    license: 'EUPL-1.2',
    runtime: `Node.js ${process.versions.node}`,
    database: expect.stringMatching(/^PostgreSQL 1[6-9]/),
    migration: { name: expect.stringMatching(/^\d{4}-[a-z-]+\.sql$/), appliedAt: expect.any(String) },
    demo: false,
    now: '2026-11-20T12:00:00.000Z',
  });
});

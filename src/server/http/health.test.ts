import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { endpoints } from '#server/areas.ts';
import { dueJobs } from '#server/jobs/due.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { openLifecycle } from '#server/lifecycle.ts';
import { openHouse } from '#server/testing/house.ts';

/** As far as the test reads it. */
const Reference = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

const house = await openHouse();

it('says that the process answers', async () => {
  expect(await house.request('GET /health')).toMatchObject({ status: 200, body: { status: 'ok' } });
});

it('is ready when the database answers, has this version’s schema, and the jobs have their queue', async () => {
  expect(await house.request('GET /ready')).toMatchObject({
    status: 503,
    body: { checks: { database: true, migrations: true, jobs: false } },
  });
  const lifecycle = openLifecycle();
  await openJobs({ url: house.url, db: house.db, clock: house.clock }, [], lifecycle);
  try {
    await expect
      .poll(() => house.request('GET /ready'), { timeout: 10_000 })
      .toMatchObject({ status: 200, body: { status: 'ok' } });
  } finally {
    await lifecycle.stop();
  }
});

it('is not ready when nobody has looked after the queue of the jobs for a while', async () => {
  await house.pool.query(`update pgboss.version set cron_on = now() - interval '3 minutes'`);
  expect(await house.request('GET /ready')).toMatchObject({ status: 503, body: { checks: { jobs: false } } });
});

it('counts the jobs that are due, queue by queue', async () => {
  await house.pool.query(`
    insert into pgboss.job (name, start_after) select name, now() - interval '90 seconds'
      from pgboss.queue order by name limit 1`);
  const jobs = await dueJobs(house.db);
  expect(jobs.map(({ due }) => due).toSorted((a, b) => a - b)).toEqual([...jobs.slice(1).map(() => 0), 1]);
  expect(Math.max(...jobs.map(({ waitedS }) => waitedS))).toBeGreaterThan(80);
});

it('describes every endpoint in OpenAPI 3.1, valid by a public validator', async () => {
  const { status, body } = await house.request('GET /openapi.json');
  expect(status).toBe(200);
  const result = await new Validator().validate(Reference.parse(body));
  expect(result).toMatchObject({ valid: true });

  const { paths } = Reference.parse(body);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.slice(4).replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  // Besides the contract, what enforcement points may ask by their own signatures.
  const ofPoints = ['GET /web-filter/v1/leases', 'POST /web-filter/v1/report'];
  const signatures = [...endpoints.map(({ route }) => route.signature), ...ofPoints];
  expect(described.toSorted()).toEqual(signatures.toSorted());
  expect(paths['/api/web-filter/v1/leases']?.['get']).toMatchObject({ security: [{ pointSignature: [] }] });
  expect(paths['/api/user/update']?.['put']).toMatchObject({
    operationId: 'put-user-update',
    security: [{ bearer: [], antiForgery: [] }],
    responses: {
      404: { description: '`user.not-found`' },
      409: { description: expect.stringContaining('row.stale') },
    },
  });
});

import { expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

const house = await openHouse();
await house.seed((seed) => seed.school('FJB'));

it('is for those who may see operations', async () => {
  const teacher = await house.signIn('teacher', { school: 'FJB' });
  expect((await teacher.request('GET /jobs/stream')).status).toBe(403);
});

it('does not keep the door open: streams end when the portal closes', async () => {
  const { token } = await house.signIn('schoolIct', { school: 'FJB' });
  const address = await house.app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${address}/api/jobs/stream`, { headers: { authorization: token } });
  const rest = answer.text();
  await house.app.close();
  expect(await rest).toContain('retry:');
});

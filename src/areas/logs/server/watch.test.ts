import { beforeAll, describe, expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

const house = await openHouse();
await house.seed((seed) => seed.school('FJB'));
let address: string;
beforeAll(async () => {
  address = await house.app.listen({ port: 0, host: '127.0.0.1' });
});

/** The stream as somebody follows it; `leave` closes the connection as a tab that is closed. */
async function follow(token: string) {
  const leaving = new AbortController();
  const answer = await fetch(`${address}/api/jobs/stream`, {
    headers: { authorization: token },
    signal: leaving.signal,
  });
  return { answer, status: answer.status, leave: () => leaving.abort() };
}

describe('the stream of operations', () => {
  it('is for those who may see operations', async () => {
    const teacher = await house.signIn('teacher', { school: 'FJB' });
    expect((await teacher.request('GET /jobs/stream')).status).toBe(403);
  });

  it('is followed by ten tabs of a session and no more, which takes nothing from others', async () => {
    const { token } = await house.signIn('schoolIct', { school: 'FJB' });
    const other = await house.signIn('schoolIct', { school: 'FJB' });
    const tabs = await Promise.all(Array.from({ length: 10 }, () => follow(token)));
    expect(tabs.map(({ status }) => status)).toEqual(tabs.map(() => 200));
    const refused = await follow(token);
    expect(refused.status).toBe(429);
    expect(await refused.answer.json()).toMatchObject({ code: 'request.too-many' });
    expect((await follow(other.token)).status).toBe(200);

    tabs[0]?.leave();
    await expect.poll(async () => (await follow(token)).status).toBe(200);
  });

  it('does not keep the door open: it ends when the portal closes', async () => {
    const { token } = await house.signIn('schoolIct', { school: 'FJB' });
    const { answer } = await follow(token);
    const rest = answer.text();
    await house.app.close();
    expect(await rest).toContain('retry:');
  });
});

/** The simulated federation as the demo has it: in the portal's own process, whatever address the portal is reached by. */
import { beforeAll, expect, it } from 'vitest';

import { client, TokenAnswer } from '#areas/login/contract.ts';
import type { Federations } from '#connectors/federation/port.ts';
import { simulateFederation } from '#connectors/federation/simulated/mount.ts';
import { simulatedPeople } from '#server/demo/simulated-people.ts';
import { openSignInHouse, type SignInHouse } from '#server/session/testing.ts';
import { webBrowser } from '#server/session/web-browser.ts';

let house: SignInHouse;
let port: string;

beforeAll(async () => {
  const later: { federations?: Federations } = {};
  house = await openSignInHouse({
    federations: { kind: 'simulated', at: (origin) => later.federations?.at(origin) },
  });
  const simulated = simulateFederation(simulatedPeople(house.db));
  later.federations = simulated.federations;
  await simulated.mount(house.app);
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = new URL(house.app.listeningOrigin));
  await house.seed((seed) => seed.school('FJB', 'Fjordby skole'));
  await house.person('ikt', ['schoolIct@FJB']);
});

it.each(['localhost', '127.0.0.1'])('signs an administrator in by %s', async (host) => {
  const portal = `http://${host}:${port}`;
  const browser = webBrowser();
  const picker = await browser.follow(`${portal}/api/auth/feide/start?language=nb`);
  expect(picker.url).toContain(`${portal}/simulated-feide/velg/`);
  const second = await browser.follow(picker.url, { person: 'ikt' });
  const done = await browser.follow(second.url, { person: 'ikt' });
  expect(done.url).toContain(`${portal}/login/done#code=`);
  await browser.fetch(`${portal}/api/public/frontpageinfo`);
  const answer = await browser.fetch(`${portal}/api/token`, {
    method: 'POST',
    headers: { 'x-xsrf-token': browser.cookie(portal, 'XSRF-TOKEN') ?? '' },
    body: new URLSearchParams({
      client_id: client.id,
      client_secret: client.secret,
      grant_type: 'password',
      username: new URL(done.url).hash.slice('#code='.length),
      password: '',
      auth_type: 'C',
    }),
  });
  expect(TokenAnswer.parse(await answer.json()).userName).toBe('ikt');
});

it('says what to do when a sign-in lies too far back', async () => {
  const page = await webBrowser().follow(`http://localhost:${port}/simulated-feide/velg/finnes-ikke`);
  expect(page.status).toBe(400);
  expect(page.body).toContain('begynn på nytt');
});

it('keeps its pages from being framed or scripted', async () => {
  const answer = await webBrowser().fetch(`http://localhost:${port}/simulated-feide/stil.css`);
  expect(answer.headers.get('content-type')).toContain('text/css');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

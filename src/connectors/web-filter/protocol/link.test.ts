import { expect, it } from 'vitest';

import { openLink } from './link.ts';
import { openPortalTime } from './portal-time.ts';
import { headerSource, signAnswer } from './signature.ts';

const key = { id: '3f1c1d0e-0000-4000-8000-000000000001', secret: Buffer.alloc(32, 7) };
const PORTAL = Date.parse('2026-11-20T12:00:00Z');

it('knows the portal’s time at once, though the machine’s clock is set while the portal holds the question', async () => {
  let machine = PORTAL - 3_000;
  let leap = 0;
  const time = openPortalTime(() => machine);
  const link = openLink({
    portal: 'http://portal',
    key,
    time,
    now: () => new Date(machine),
    fetch: (_address, init) => {
      const body = Buffer.from(JSON.stringify({ protocol: 1, portalTime: new Date(PORTAL).toISOString() }));
      const asked = headerSource(Object.fromEntries(new Headers(init?.headers)));
      machine += leap;
      const signed = signAnswer(200, body, key, { asked, created: new Date(machine) });
      return Promise.resolve(new Response(new Uint8Array(body), { headers: { ...signed } }));
    },
  });
  const clock = { offset: 0, roundTrip: 0, machine: new Date(machine).toISOString() };
  const nothing = {
    version: null,
    software: '',
    clock,
    holding: [],
    refused: 0,
    cut: 0,
    signIns: [],
    cannot: [],
  };
  await link.report(nothing);
  expect(Math.abs(time.now().getTime() - PORTAL)).toBeLessThan(1_000);
  for (const ms of [2 * 3_600_000, -3_600_000, 200_000]) {
    leap = ms;
    await link.report(nothing);
    expect(Math.abs(time.now().getTime() - PORTAL)).toBeLessThan(1_000);
  }
});

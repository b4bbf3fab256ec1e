/** What a real Squid must do within milliseconds: run when nothing else does (`vitest.config.ts`). */
import { connect } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ask, lease, openTunnel, whyNoSquid } from './testing/squid.ts';
import { KARI, OLA, useStage } from './testing/stage.ts';

const reason = whyNoSquid();
const CUT_MS = 300;

describe.skipIf(reason !== undefined)(`Squid in time${reason ? `, skipped: ${reason}` : ''}`, () => {
  const stage = useStage();

  it('begins and ends by the clock of the portal, also while that is away', async () => {
    const from = Date.now() + 3_000;
    const until = from + 1_000;
    const times = { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
    stage.portal.set([lease(1, ['kari'], times)]);
    await expect
      .poll(() => stage.portal.reports.at(-1)?.holding.map(({ lock }) => lock), { timeout: 3_000 })
      .toEqual([1]);
    await stage.portal.stop();
    const seen: { asked: number; answered: number; byPoint: number; answer: string }[] = [];
    while (Date.now() < until + 500) {
      const asked = Date.now();
      const answer = await ask(stage.port, KARI, 'http://vg.no/');
      seen.push({ asked, answered: Date.now(), byPoint: stage.time.now().getTime(), answer });
    }
    await stage.portal.start();
    const answersOf = (some: typeof seen) => [...new Set(some.map(({ answer }) => answer))];
    // What the point takes for the portal's time is off by half a round trip at most; by that it ends a lock to the millisecond.
    expect(Math.abs(stage.time.best()?.offset ?? Infinity)).toBeLessThan(50);
    const isBetween = ({ asked, byPoint }: (typeof seen)[number]) => asked > from + 100 && byPoint < until;
    // A question that is on its way when the lock begins or ends may be answered either way.
    expect(answersOf(seen.filter(({ answered }) => answered < from - 100))).toEqual(['open']);
    expect(answersOf(seen.filter(isBetween))).toEqual(['shut']);
    expect(answersOf(seen.filter(({ asked }) => asked > until + 50))).toEqual(['open']);
  });

  it.each([
    [
      'a tunnel',
      ['CONNECT vg.no:80 HTTP/1.1', 'Host: vg.no:80', '', 'GET /flow HTTP/1.1', 'Host: vg.no', '', ''],
    ],
    ['a download', ['GET http://vg.no/flow HTTP/1.1', 'Host: vg.no', '', '']],
  ])(
    'cuts %s that is open when a lock begins, and nobody else’s',
    async (_, lines) => {
      const another = await openTunnel(stage.port, OLA, lines);
      const open = lines.map((line) => line.replaceAll('vg.no', 'udir.no'));
      const allowed = await openTunnel(stage.port, KARI, open);
      const mine = await openTunnel(stage.port, KARI, lines);
      const from = Date.now() + 800;
      stage.portal.set([lease(1, ['kari'], { open: ['udir.no'], from: new Date(from).toISOString() })]);
      await expect.poll(mine.ended, { interval: 5, timeout: 5_000 }).toBeDefined();
      expect(Math.abs((mine.ended() ?? 0) - from)).toBeLessThan(CUT_MS);
      const count = another.letters();
      await expect.poll(another.letters, { timeout: 5_000 }).toBeGreaterThan(count + 5);
      expect(allowed.ended()).toBeUndefined();
      for (const { socket } of [another, allowed]) socket.destroy();
      await expect.poll(() => stage.portal.reports.some(({ cut }) => cut > 0), { timeout: 3_000 }).toBe(true);
    },
    30_000,
  );

  it('cuts as soon where thousands were connected before', async () => {
    // Asked and ended since the last look at who is connected, as helpers ask.
    const ended = 20_000;
    const door = connect(join(stage.folder, 'point', 'squid', 'point.sock'));
    let answers = '';
    door.setEncoding('utf8').on('data', (text: string) => (answers += text));
    for (let n = 0; n < ended; n += 1) {
      door.write(`${n} ${KARI} ${20_000 + n} 127.0.0.1 ${stage.port} - GET vg.no 80\n`);
    }
    await expect.poll(() => answers.split('\n').length, { timeout: 10_000 }).toBeGreaterThan(ended);
    door.destroy();
    const tunnel = await openTunnel(stage.port, KARI, [
      'GET http://vg.no/flow HTTP/1.1',
      'Host: vg.no',
      '',
      '',
    ]);
    const from = Date.now() + 500;
    stage.portal.set([lease(1, ['kari'], { from: new Date(from).toISOString() })]);
    await expect.poll(tunnel.ended, { interval: 5, timeout: 10_000 }).toBeDefined();
    expect(Math.abs((tunnel.ended() ?? 0) - from)).toBeLessThan(CUT_MS);
  });
});

/**
 * A real Squid, asked by curl and by bare connections. Who asks is known by the address here; those who sign in at the
 * directory are in `directory.test.ts`. Where there is no Squid, the reason stands in the name of what was skipped.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { portOf } from '../../port-of.ts';
import { openLink } from '../protocol/link.ts';
import { openPortalTime, type PortalTime } from '../protocol/portal-time.ts';
import { openSquidPoint, type SquidPoint } from './point.ts';
import { openTestPortal, type TestPortal } from './testing/portal.ts';
import {
  ask,
  curl,
  freePort,
  includeHosts,
  lease,
  openTunnel,
  squidAccount,
  squidFolder,
  whyNoSquid,
} from './testing/squid.ts';
import { openWorld, type World } from './testing/world.ts';

const reason = whyNoSquid();

const KARI = '127.77.0.1';
const OLA = '127.77.0.2';
const EXAM = '127.77.0.3';
const NOBODY = '127.77.0.9';
const seats: [string, string][] = [
  [KARI, 'kari'],
  [OLA, 'ola'],
  [EXAM, 'graeks-1001'],
];
const names = ['vg.no', 'udir.no', 'sok.udir.no', 'notudir.no', 'udir.no.evil.com', 'fjordby.no', 'snl.no'];

const CUT_MS = 300;

const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();

describe.skipIf(reason !== undefined)(`Squid with a point${reason ? `, skipped: ${reason}` : ''}`, () => {
  const { folder, remove } = reason === undefined ? squidFolder() : { folder: '', remove: () => {} };
  let world: World;
  let portal: TestPortal;
  let point: SquidPoint;
  let port: number;
  let said: string[] = [];
  let time: PortalTime;

  async function openPoint(): Promise<SquidPoint> {
    time = openPortalTime();
    return openSquidPoint({
      point: portal.key.id,
      link: openLink({ portal: portal.url, key: portal.key, time }),
      time,
      software: 'squid',
      folder: join(folder, 'point'),
      account: squidAccount(),
      identity: {},
      byAddress: true,
      place: { host: '127.0.0.1', port },
      squid: {
        program: 'squid',
        listen: [`127.0.0.1:${port}`],
        clients: ['127.0.0.0/8'],
        hostName: 'proxy.skole.test',
        include: includeHosts(folder, world.hostsFile),
      },
      say: (_level, text) => void said.push(text),
    });
  }

  const get = async (from: string, url: string) =>
    (await curl(`http://127.0.0.1:${port}`, url, ['--interface', from])).code;
  /** What Squid has heard and not answered, as it says it. */
  const whatIsAsked = async () =>
    (await fetch(`http://127.0.0.1:${port}/squid-internal-mgr/active_requests`)).text();
  /** Asks until the answer is what it is to be: how long that took. */
  const became = async (from: string, wanted: string, since = Date.now()): Promise<number> => {
    while ((await get(from, 'http://vg.no/')) !== wanted) {
      if (Date.now() - since > 10_000) throw new Error(`${from} never became ${wanted}`);
    }
    return Date.now() - since;
  };

  beforeAll(async () => {
    portal = await openTestPortal();
    world = await openWorld(folder, names);
    port = await freePort();
    portal.seat(seats);
    point = await openPoint();
    await became(OLA, '200');
  }, 60_000);

  afterAll(async () => {
    await point.close();
    await Promise.all([portal.stop(), world.stop()]);
    remove();
  });

  beforeEach(async () => {
    portal.set([]);
    await became(KARI, '200');
    said = [];
  });

  it('decides for each person by the locks that reach them', async () => {
    // Not in an hour: in the evening that is another day, and is told in another way.
    const until = '2030-06-03T10:00:00.000Z';
    portal.set([
      lease(1, ['kari'], { open: ['udir.no'], always: ['fjordby.no'], description: 'Prøve <8A>', until }),
    ]);
    await became(KARI, '403');
    const page = await curl(`http://127.0.0.1:${port}`, 'http://vg.no/', ['--interface', KARI]);
    expect(page.body).toContain('<html lang="nb">');
    expect(page.body).toContain('<h1>Internett er sperret til 03.06.2030 kl. 12.00</h1>');
    expect(page.body).toContain('Internettsperre 1: Prøve &lt;8A&gt;');
    expect(page.body).not.toContain('kari');

    const asked = [
      'http://udir.no/',
      'http://sok.udir.no/',
      'http://UDIR.no./',
      'https://udir.no/',
      'http://fjordby.no/',
      'http://notudir.no/',
      'http://udir.no.evil.com/',
      'https://vg.no/',
      'http://udir.no@vg.no/',
      'http://udir.no:8080/',
      `http://${world.address}/`,
      `https://${world.address}/`,
      'http://[::1]/',
    ];
    const answers = await Promise.all(asked.map(async (url) => [url, await get(KARI, url)]));
    expect(Object.fromEntries(answers)).toEqual({
      'http://udir.no/': '200',
      'http://sok.udir.no/': '200',
      'http://UDIR.no./': '200',
      'https://udir.no/': '200',
      'http://fjordby.no/': '200',
      'http://notudir.no/': '403',
      'http://udir.no.evil.com/': '403',
      'https://vg.no/': '403',
      'http://udir.no@vg.no/': '403',
      'http://udir.no:8080/': '403',
      [`http://${world.address}/`]: '403',
      [`https://${world.address}/`]: '403',
      'http://[::1]/': '403',
    });
    expect(await get(OLA, 'https://vg.no/')).toBe('200');
    expect(await get(OLA, 'http://udir.no:8080/')).toBe('200');
    const unknown = await curl(`http://127.0.0.1:${port}`, 'http://udir.no/', ['--interface', NOBODY]);
    expect(unknown).toMatchObject({ code: '403', body: expect.stringContaining('Vi vet ikke hvem du er') });
    expect(unknown.body).toContain('<p class="lock"><!----></p>');
  });

  it('leads nobody to what the proxy’s machine keeps for itself, nor to who is connected', async () => {
    const secret = createServer((_request, response) => response.end('secret'));
    secret.listen(0, '127.0.0.1');
    await once(secret, 'listening');
    onTestFinished(() => void secret.close());
    const own = portOf(secret);
    expect(await get(OLA, 'https://vg.no/')).toBe('200');
    expect(await get(OLA, `http://127.0.0.1:${own}/`)).toBe('403');
    expect(await get(OLA, `https://[::1]:${own}/`)).toBe('403');
    expect(await get(OLA, `https://127.0.0.1:${port}/squid-internal-mgr/active_requests`)).toBe('403');
    expect(await get(OLA, `http://127.0.0.1:${port}/squid-internal-mgr/active_requests`)).toBe('403');
  });

  it('lets the strictest of two locks win, an exam before them, and whoever was opened go', async () => {
    portal.set([
      lease(1, ['kari', 'ola'], { open: ['udir.no', 'snl.no'] }),
      lease(2, ['kari', 'graeks-1001'], {
        open: ['udir.no'],
        opened: [{ user: 'graeks-1001', until: null }],
      }),
      lease(3, ['ola', 'graeks-1001'], {
        exam: true,
        open: ['vg.no'],
        examResources: ['snl.no'],
        examUsers: ['graeks-1001'],
      }),
    ]);
    await became(KARI, '403');
    const asked = ['http://udir.no/', 'http://snl.no/', 'http://vg.no/'];
    const of = (from: string) => Promise.all(asked.map((url) => get(from, url)));
    expect(await of(KARI)).toEqual(['200', '403', '403']);
    expect(await of(OLA)).toEqual(['403', '403', '200']);
    expect(await of(EXAM)).toEqual(['403', '200', '200']);
    const seen = () => portal.reports.flatMap(({ signIns }) => signIns.map(({ user }) => user));
    await expect
      .poll(seen, {
        timeout: 15_000,
      })
      .toContain('graeks-1001');
    expect(seen()).not.toContain('ola');
  });

  it('begins and ends by the clock of the portal, also while that is away', async () => {
    const from = Date.now() + 3_000;
    const until = from + 1_000;
    const times = { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
    portal.set([lease(1, ['kari'], times)]);
    await expect
      .poll(() => portal.reports.at(-1)?.holding.map(({ lock }) => lock), { timeout: 3_000 })
      .toEqual([1]);
    await portal.stop();
    const seen: { asked: number; answered: number; answer: string }[] = [];
    while (Date.now() < until + 500) {
      const asked = Date.now();
      const answer = await ask(port, KARI, 'http://vg.no/');
      seen.push({ asked, answered: Date.now(), answer });
    }
    await portal.start();
    const answersOf = (some: typeof seen) => [...new Set(some.map(({ answer }) => answer))];
    // As far as the point can know what the portal's clock says, and both are read in whole milliseconds.
    const unsure = (time.best()?.roundTrip ?? 0) / 2 + 1;
    const isBetween = ({ asked, answered }: (typeof seen)[number]) =>
      asked > from + 100 && answered < until - unsure;
    expect(unsure).toBeLessThan(50);
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
      const another = await openTunnel(port, OLA, lines);
      const open = lines.map((line) => line.replaceAll('vg.no', 'udir.no'));
      const allowed = await openTunnel(port, KARI, open);
      const mine = await openTunnel(port, KARI, lines);
      const from = Date.now() + 800;
      portal.set([lease(1, ['kari'], { open: ['udir.no'], from: new Date(from).toISOString() })]);
      await expect.poll(mine.ended, { interval: 5, timeout: 5_000 }).toBeDefined();
      expect(Math.abs((mine.ended() ?? 0) - from)).toBeLessThan(CUT_MS);
      const count = another.letters();
      await expect.poll(another.letters, { timeout: 5_000 }).toBeGreaterThan(count + 5);
      expect(allowed.ended()).toBeUndefined();
      for (const { socket } of [another, allowed]) socket.destroy();
      await expect.poll(() => portal.reports.some(({ cut }) => cut > 0), { timeout: 3_000 }).toBe(true);
    },
    30_000,
  );

  it('cuts as soon where thousands were connected before', async () => {
    // Asked and ended since the last look at who is connected, as helpers ask.
    const ended = 20_000;
    const door = connect(join(folder, 'point', 'squid', 'point.sock'));
    let answers = '';
    door.setEncoding('utf8').on('data', (text: string) => (answers += text));
    for (let n = 0; n < ended; n += 1) {
      door.write(`${n} ${KARI} ${20_000 + n} 127.0.0.1 ${port} - GET vg.no 80\n`);
    }
    await expect.poll(() => answers.split('\n').length, { timeout: 10_000 }).toBeGreaterThan(ended);
    door.destroy();
    const tunnel = await openTunnel(port, KARI, ['GET http://vg.no/flow HTTP/1.1', 'Host: vg.no', '', '']);
    const from = Date.now() + 500;
    portal.set([lease(1, ['kari'], { from: new Date(from).toISOString() })]);
    await expect.poll(tunnel.ended, { interval: 5, timeout: 10_000 }).toBeDefined();
    expect(Math.abs((tunnel.ended() ?? 0) - from)).toBeLessThan(CUT_MS);
  });

  it('cuts what could not be cut at first', async () => {
    const tunnel = await openTunnel(port, KARI, ['GET http://vg.no/flow HTTP/1.1', 'Host: vg.no', '', '']);
    // An `ss` that fails once, before the machine's own.
    const [tools, mark] = [join(folder, 'tools'), join(folder, 'fails')];
    mkdirSync(tools);
    writeFileSync(mark, '');
    const own = execFileSync('which', ['ss'], { encoding: 'utf8' }).trim();
    writeFileSync(join(tools, 'ss'), `#!/bin/sh\nrm ${mark} 2>/dev/null && exit 1\nexec ${own} "$@"\n`, {
      mode: 0o755,
    });
    const before = process.env['PATH'] ?? '';
    process.env['PATH'] = `${tools}:${before}`;
    onTestFinished(() => {
      process.env['PATH'] = before;
      tunnel.socket.destroy();
    });
    portal.set([lease(1, ['kari'])]);
    await expect.poll(() => said.join(), { timeout: 5_000 }).toContain('could not be cut');
    await expect.poll(tunnel.ended, { timeout: 5_000 }).toBeDefined();
    expect(existsSync(mark)).toBe(false);
  });

  it('believes no answer that is forged or was given before', async () => {
    portal.set([lease(1, ['kari'])]);
    await became(KARI, '403');
    for (const how of ['forge', 'replay'] as const) {
      said = [];
      portal.lie(how);
      portal.set([lease(1, ['kari'], { description: how })]);
      await expect.poll(() => said.join(), { timeout: 5_000 }).toContain('not its own');
      expect(await get(KARI, 'http://vg.no/')).toBe('403');
      portal.lie(undefined);
      await expect.poll(() => said.join(), { timeout: 5_000 }).toContain('answers again');
    }
  });

  it('follows a portal whose clock is moved', async () => {
    portal.set([lease(1, ['kari'], { until: inFuture(60_000) })]);
    await became(KARI, '403');
    portal.moveClock(120_000);
    expect(await became(KARI, '200')).toBeLessThan(5_000);
    portal.moveClock(0);
  });

  it('holds the locks when it is started anew without a portal, and cuts what was open before', async () => {
    const tunnel = await openTunnel(port, KARI, [
      'CONNECT vg.no:80 HTTP/1.1',
      '',
      'GET /flow HTTP/1.1',
      'Host: vg.no',
      '',
      '',
    ]);
    portal.set([lease(1, ['ola']), lease(2, ['kari'], { from: inFuture(2_500) })]);
    await became(OLA, '403');
    await point.engine.settled();
    const squid = point.squid?.pid();
    await portal.stop();
    await point.close({ leaving: true });
    // Asked while nobody can answer: it waits for who comes.
    const waits = get(OLA, 'http://vg.no/');
    const allowed = get(NOBODY, 'http://vg.no/');
    await delay(200);
    expect(tunnel.ended()).toBeUndefined();

    point = await openPoint();
    expect(await waits).toBe('403');
    expect(await allowed).toBe('403');
    await expect.poll(tunnel.ended, { timeout: 5_000 }).toBeDefined();
    expect(await get(KARI, 'http://vg.no/')).toBe('403');
    expect(point.squid?.pid()).toBe(squid);
    await portal.start();
    await expect.poll(() => portal.reports.at(-1)?.holding.length, { timeout: 8_000 }).toBe(2);
    const kept = join(folder, 'point', 'leases.json');
    expect(existsSync(kept)).toBe(true);
    expect((statSync(kept).mode & 0o777).toString(8)).toBe('600');
  });

  it('refuses the question that is on its way to a helper that dies, and answers the next', async () => {
    // The first that is free is asked, so this one has answered before: Squid ends itself when a new one dies.
    const [first = 0] = childrenOf(point.squid?.pid() ?? 0);
    process.kill(first, 'SIGSTOP');
    const asked = get(OLA, 'http://vg.no/');
    await expect.poll(whatIsAsked, { interval: 5, timeout: 5_000 }).toContain('uri http://vg.no/');
    process.kill(first, 'SIGKILL');
    expect(await asked).toBe('403');
    expect(await get(OLA, 'http://vg.no/')).toBe('200');
  });

  it('is running again when Squid or its helpers are killed', async () => {
    portal.set([lease(1, ['kari'])]);
    await became(KARI, '403');
    const squid = point.squid?.pid() ?? 0;
    const helpers = childrenOf(squid);
    expect(helpers).toHaveLength(2);
    process.kill(helpers[0] ?? 0, 'SIGKILL');
    expect(await get(KARI, 'http://vg.no/')).toBe('403');
    // Until Squid has seen that a helper is dead it may still ask it, and refuses for want of an answer.
    await expect.poll(() => childrenOf(squid), { interval: 5, timeout: 5_000 }).not.toContain(helpers[0]);
    const codes = await Promise.all([get(OLA, 'http://vg.no/'), get(KARI, 'http://vg.no/')]);
    expect(codes).toEqual(['200', '403']);
    for (const helper of childrenOf(squid)) process.kill(helper, 'SIGKILL');
    await became(OLA, '200');
    expect(await get(KARI, 'http://vg.no/')).toBe('403');

    const before = point.squid?.pid() ?? 0;
    process.kill(before, 'SIGKILL');
    await expect.poll(() => point.squid?.pid(), { timeout: 5_000 }).not.toBe(before);
    await became(OLA, '200');
    expect(await get(KARI, 'http://vg.no/')).toBe('403');
  });
});

/** The helpers that Squid has started. */
function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/**
 * A real Squid, asked by curl and by bare connections. Who asks is known by the address here; those who sign in at the
 * directory are in `e2e/internet/squid-users.e2e.ts`. Where there is no Squid, the reason stands in the name of what was
 * skipped. What is timed is in `squid-timed.test.ts`.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it, onTestFinished } from 'vitest';

import { portOf } from '../../port-of.ts';
import { curl, lease, openTunnel, whyNoSquid } from './testing/squid.ts';
import { EXAM, KARI, NOBODY, OLA, useStage } from './testing/stage.ts';

const reason = whyNoSquid();
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();

describe.skipIf(reason !== undefined)(`Squid with a point${reason ? `, skipped: ${reason}` : ''}`, () => {
  const stage = useStage();

  it('decides for each person by the locks that reach them', async () => {
    // Not in an hour: in the evening that is another day, and is told in another way.
    const until = '2030-06-03T10:00:00.000Z';
    stage.portal.set([
      lease(1, ['kari'], { open: ['udir.no'], always: ['fjordby.no'], description: 'Prøve <8A>', until }),
    ]);
    await stage.became(KARI, '403');
    const page = await curl(`http://127.0.0.1:${stage.port}`, 'http://vg.no/', ['--interface', KARI]);
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
      `http://${stage.world.address}/`,
      `https://${stage.world.address}/`,
      'http://[::1]/',
    ];
    const answers = await Promise.all(asked.map(async (url) => [url, await stage.get(KARI, url)]));
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
      [`http://${stage.world.address}/`]: '403',
      [`https://${stage.world.address}/`]: '403',
      'http://[::1]/': '403',
    });
    expect(await stage.get(OLA, 'https://vg.no/')).toBe('200');
    expect(await stage.get(OLA, 'http://udir.no:8080/')).toBe('200');
    const unknown = await curl(`http://127.0.0.1:${stage.port}`, 'http://udir.no/', ['--interface', NOBODY]);
    expect(unknown).toMatchObject({ code: '403', body: expect.stringContaining('Vi vet ikke hvem du er') });
    expect(unknown.body).toContain('<p class="lock"><!----></p>');
  });

  it('leads nobody to what the proxy’s machine keeps for itself, nor to who is connected', async () => {
    const secret = createServer((_request, response) => response.end('secret'));
    secret.listen(0, '127.0.0.1');
    await once(secret, 'listening');
    onTestFinished(() => void secret.close());
    const own = portOf(secret);
    expect(await stage.get(OLA, 'https://vg.no/')).toBe('200');
    expect(await stage.get(OLA, `http://127.0.0.1:${own}/`)).toBe('403');
    expect(await stage.get(OLA, `https://[::1]:${own}/`)).toBe('403');
    expect(await stage.get(OLA, `https://127.0.0.1:${stage.port}/squid-internal-mgr/active_requests`)).toBe(
      '403',
    );
    expect(await stage.get(OLA, `http://127.0.0.1:${stage.port}/squid-internal-mgr/active_requests`)).toBe(
      '403',
    );
  });

  it('lets the strictest of two locks win, an exam before them, and whoever was opened go', async () => {
    stage.portal.set([
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
    await stage.became(KARI, '403');
    const asked = ['http://udir.no/', 'http://snl.no/', 'http://vg.no/'];
    const of = (from: string) => Promise.all(asked.map((url) => stage.get(from, url)));
    expect(await of(KARI)).toEqual(['200', '403', '403']);
    expect(await of(OLA)).toEqual(['403', '403', '200']);
    expect(await of(EXAM)).toEqual(['403', '200', '200']);
    const seen = () => stage.portal.reports.flatMap(({ signIns }) => signIns.map(({ user }) => user));
    await expect
      .poll(seen, {
        timeout: 15_000,
      })
      .toContain('graeks-1001');
    expect(seen()).not.toContain('ola');
  });

  it('cuts what could not be cut at first', async () => {
    const tunnel = await openTunnel(stage.port, KARI, [
      'GET http://vg.no/flow HTTP/1.1',
      'Host: vg.no',
      '',
      '',
    ]);
    // An `ss` that fails once, before the machine's own.
    const [tools, mark] = [join(stage.folder, 'tools'), join(stage.folder, 'fails')];
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
    stage.portal.set([lease(1, ['kari'])]);
    await expect.poll(() => stage.said.join(), { timeout: 5_000 }).toContain('could not be cut');
    await expect.poll(tunnel.ended, { timeout: 5_000 }).toBeDefined();
    expect(existsSync(mark)).toBe(false);
  });

  it('believes no answer that is forged or was given before', async () => {
    stage.portal.set([lease(1, ['kari'])]);
    await stage.became(KARI, '403');
    for (const how of ['forge', 'replay'] as const) {
      stage.said = [];
      stage.portal.lie(how);
      stage.portal.set([lease(1, ['kari'], { description: how })]);
      await expect.poll(() => stage.said.join(), { timeout: 5_000 }).toContain('not its own');
      expect(await stage.get(KARI, 'http://vg.no/')).toBe('403');
      stage.portal.lie(undefined);
      await expect.poll(() => stage.said.join(), { timeout: 5_000 }).toContain('answers again');
    }
  });

  it('follows a portal whose clock is moved', async () => {
    stage.portal.set([lease(1, ['kari'], { until: inFuture(60_000) })]);
    await stage.became(KARI, '403');
    stage.portal.moveClock(120_000);
    expect(await stage.became(KARI, '200')).toBeLessThan(5_000);
    stage.portal.moveClock(0);
  });

  it('holds the locks when it is started anew without a portal, and cuts what was open before', async () => {
    const tunnel = await openTunnel(stage.port, KARI, [
      'CONNECT vg.no:80 HTTP/1.1',
      '',
      'GET /flow HTTP/1.1',
      'Host: vg.no',
      '',
      '',
    ]);
    stage.portal.set([lease(1, ['ola']), lease(2, ['kari'], { from: inFuture(2_500) })]);
    await stage.became(OLA, '403');
    await stage.point.engine.settled();
    const squid = stage.point.squid?.pid();
    await stage.portal.stop();
    await stage.point.close({ leaving: true });
    // Asked while nobody can answer: it waits for who comes.
    const waits = stage.get(OLA, 'http://vg.no/');
    const allowed = stage.get(NOBODY, 'http://vg.no/');
    await delay(200);
    expect(tunnel.ended()).toBeUndefined();

    stage.point = await stage.openPoint();
    expect(await waits).toBe('403');
    expect(await allowed).toBe('403');
    await expect.poll(tunnel.ended, { timeout: 5_000 }).toBeDefined();
    expect(await stage.get(KARI, 'http://vg.no/')).toBe('403');
    expect(stage.point.squid?.pid()).toBe(squid);
    await stage.portal.start();
    await expect.poll(() => stage.portal.reports.at(-1)?.holding.length, { timeout: 8_000 }).toBe(2);
    const kept = join(stage.folder, 'point', 'leases.json');
    expect(existsSync(kept)).toBe(true);
    expect((statSync(kept).mode & 0o777).toString(8)).toBe('600');
  });

  it('refuses the question that is on its way to a helper that dies, and answers the next', async () => {
    // The first that is free is asked, so this one has answered before: Squid ends itself when a new one dies.
    const [first = 0] = childrenOf(stage.point.squid?.pid() ?? 0);
    process.kill(first, 'SIGSTOP');
    const asked = stage.get(OLA, 'http://vg.no/');
    await expect.poll(stage.whatIsAsked, { interval: 5, timeout: 5_000 }).toContain('uri http://vg.no/');
    process.kill(first, 'SIGKILL');
    expect(await asked).toBe('403');
    expect(await stage.get(OLA, 'http://vg.no/')).toBe('200');
  });

  it('is running again when Squid or its helpers are killed', async () => {
    stage.portal.set([lease(1, ['kari'])]);
    await stage.became(KARI, '403');
    const squid = stage.point.squid?.pid() ?? 0;
    const helpers = childrenOf(squid);
    expect(helpers).toHaveLength(2);
    process.kill(helpers[0] ?? 0, 'SIGKILL');
    expect(await stage.get(KARI, 'http://vg.no/')).toBe('403');
    // Until Squid has seen that a helper is dead it may still ask it, and refuses for want of an answer.
    await expect.poll(() => childrenOf(squid), { interval: 5, timeout: 5_000 }).not.toContain(helpers[0]);
    const codes = await Promise.all([stage.get(OLA, 'http://vg.no/'), stage.get(KARI, 'http://vg.no/')]);
    expect(codes).toEqual(['200', '403']);
    for (const helper of childrenOf(squid)) process.kill(helper, 'SIGKILL');
    await stage.became(OLA, '200');
    expect(await stage.get(KARI, 'http://vg.no/')).toBe('403');

    const before = stage.point.squid?.pid() ?? 0;
    process.kill(before, 'SIGKILL');
    await expect.poll(() => stage.point.squid?.pid(), { timeout: 5_000 }).not.toBe(before);
    await stage.became(OLA, '200');
    expect(await stage.get(KARI, 'http://vg.no/')).toBe('403');
  });
});

/** The helpers that Squid has started. */
function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/**
 * The whole way: a point is made on the screen and started by the command it shows, a class is shut out at a real Squid
 * by a lock from the screen, and let out again when it is ended.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Browser, chromium } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';

import {
  freePort,
  includeHosts,
  squidFolder,
  whyNoSquid,
} from '../../src/connectors/web-filter/squid/testing/squid.ts';
import { openWorld } from '../../src/connectors/web-filter/squid/testing/world.ts';
import { runProcess } from '../../src/server/testing/process.ts';
import { findBrowser } from '../support/browser.ts';
import { poll, usePortal } from '../support/portal.ts';

const reason = whyNoSquid();
const portal = usePortal({ shareSignIn: true });
/** Another for a second attempt. */
let attempts = 0;
const closing: (() => Promise<unknown>)[] = [];

describe.skipIf(reason !== undefined)(`A lock at a real Squid${reason ? `, skipped: ${reason}` : ''}`, () => {
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  it('closes for the class and nobody else, and opens when it is ended', async () => {
    attempts += 1;
    const proxy = `Ekte Squid ${attempts}`;
    const description = `Kapittelprøve ${attempts}`;
    const { folder, remove } = squidFolder();
    closing.push(async () => remove());
    const world = await openWorld(folder, ['vg.no']);
    closing.push(world.stop);

    const owner = await portal.as('superadmin', '/internet/points');
    await owner.getByRole('button', { name: 'Nytt punkt' }).first().click();
    const dialog = owner.getByRole('dialog', { name: 'Nytt sperrepunkt' });
    await dialog.getByRole('textbox', { name: /^Navn/ }).fill(proxy);
    await dialog.getByRole('button', { name: 'Lag punktet' }).click();
    const secret = owner.getByRole('alertdialog', { name: `Hemmeligheten til ${proxy}` });
    const command = await secret.getByRole('region', { name: 'Kommandoen' }).innerText();
    await secret.getByRole('button', { name: 'Jeg har tatt vare på den' }).click();

    const port = await freePort();
    const point = runProcess(
      {
        ...Object.fromEntries(
          [...command.matchAll(/(WEB_FILTER_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
        ),
        WEB_FILTER_FOLDER: join(folder, 'point'),
        WEB_FILTER_IDENTITY: 'addresses',
        WEB_FILTER_LISTEN: `127.0.0.1:${port}`,
        WEB_FILTER_INCLUDE: includeAnyone(folder, world.hostsFile),
        LOG_LEVEL: 'error',
      },
      [],
      'src/server/commands/web-filter.ts',
    );
    closing.push(async () => {
      point.process.kill('SIGTERM');
      await point.end();
    });
    await point.open();
    await owner.getByRole('article', { name: proxy }).getByText('Svarer', { exact: true }).waitFor();

    const page = await portal.as('school-ict', '/internet');
    await page.getByRole('button', { name: 'Ny sperre' }).first().click();
    const form = page.getByRole('dialog', { name: 'Ny internettsperre' });
    await form.getByRole('textbox', { name: /^Beskrivelse/ }).fill(description);
    const group = form
      .getByRole('region', { name: 'Treff' })
      .getByRole('checkbox')
      .nth(2 + attempts);
    await group.waitFor();
    await group.check();
    await form.getByRole('button', { name: /^90 min/ }).click();
    await form.getByRole('button', { name: 'Opprett sperre' }).click();
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: description });
    await row.getByRole('link').first().click();
    const card = page.getByRole('region', { name: description });
    await poll(() => card.getByText(proxy).locator('..').innerText()).toMatch(/Holdt siden \d/);
    await card.getByRole('button', { name: 'Åpne for noen' }).click();
    const opening = page.getByRole('dialog', { name: 'Åpne internett for noen' });
    const pupil = opening.getByRole('region', { name: 'Treff' }).getByRole('listitem').first();
    await pupil.waitFor();
    const [, userName = ''] = /\n(\S+)/.exec(await pupil.innerText()) ?? [];
    await opening.getByRole('button', { name: 'Avbryt' }).click();

    const browser = await openBrowser(port);
    const locked = await pageOf(browser, port, userName);
    const free = await pageOf(browser, port, 'en.annen');
    expect((await locked.goto('http://vg.no/'))?.status()).toBe(403);
    await locked.getByRole('heading', { name: /^Internett er sperret til/ }).waitFor();
    await locked.getByText(description, { exact: false }).waitFor();
    expect((await free.goto('http://vg.no/'))?.status()).toBe(200);

    await card.getByRole('button', { name: 'Avslutt nå' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Avslutt nå' }).click();
    await page.getByText(`${description} er avsluttet`).first().waitFor();
    await poll(async () => (await locked.goto('http://vg.no/'))?.status()).toBe(200);
    expect(portal.problems()).toEqual([]);
  });
});

/** Whoever they say they are: signing in at a directory is a story of its own. */
function includeAnyone(folder: string, hostsFile: string): string {
  const file = join(folder, 'anyone.conf');
  const lines = [
    `include ${includeHosts(folder, hostsFile)}`,
    'auth_param basic program /usr/lib/squid/basic_fake_auth',
    'acl said proxy_auth REQUIRED',
    'http_access deny !said',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

async function openBrowser(port: number): Promise<Browser> {
  const { path, flags } = await findBrowser();
  const proxy = { server: `http://127.0.0.1:${port}` };
  const browser = await chromium.launch({ executablePath: path, args: [...flags], proxy });
  closing.push(() => browser.close());
  return browser;
}

async function pageOf(browser: Browser, port: number, username: string) {
  const server = `http://127.0.0.1:${port}`;
  const context = await browser.newContext({ proxy: { server, username, password: 'hva som helst' } });
  return context.newPage();
}

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { settings } from '#areas/settings/contract.ts';
import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { users } from '#areas/users/contract.ts';
import type { Call } from '#kernel/contract.ts';
import { openHouse } from '#server/testing/house.ts';

import { site } from '../contract.ts';

const house = await openHouse();
await house.seed((seed) => seed.school('FJB'));
const superadmin = await house.signIn('superadmin');

const wish = async (changes: Partial<Call<typeof site.update>>): Promise<Call<typeof site.update>> => ({
  ...(await superadmin.call(site.read, {})),
  ownerName: 'Fjordby kommune',
  ...changes,
});
const theme = (headers: Record<string, string> = {}) =>
  house.app.inject({ method: 'GET', url: '/theme.css', headers });

describe('the settings of the portal', () => {
  it('begin without anything decided', async () => {
    expect(await superadmin.call(site.read, {})).toMatchObject({
      ownerName: '',
      color: '#0d5d66',
      informationNb: '',
      informationSeverity: 'info',
      privacyUrl: null,
    });
    expect((await theme()).body).toBe('');
  });

  it('are what everybody reads once saved, and leave what changed in the journal', async () => {
    const saved = await superadmin.call(
      site.update,
      await wish({
        color: '#7A1FA2',
        informationNb: 'Nede lørdag',
        informationEn: 'Down on Saturday',
        informationSeverity: 'warning',
        informationFrom: '2026-11-20',
        informationTo: '2026-11-21',
        accessibilityStatementUrl: 'https://uustatus.no/fjordby',
      }),
    );
    expect(saved).toMatchObject({ color: '#7a1fa2', informationFrom: '2026-11-20', supportUrl: null });
    expect((await house.request('GET /sitesettings/info')).body).toMatchObject({
      ownerName: 'Fjordby kommune',
      accessibilityStatementUrl: 'https://uustatus.no/fjordby',
      privacyUrl: null,
    });
    expect(await superadmin.call(settings.frontPage, { lang: 'en' })).toMatchObject({
      text: 'Down on Saturday',
      severity: 'warning',
    });
    const { rows } = await sql<{ key: string; event: string }>`
      select c.row_key as key, o.event from journal.change c join journal.operation o on o.id = c.operation_id
       where c.table_name = 'site_setting' order by 1`.execute(house.db);
    expect(rows.map(({ event, key }) => `${event} ${key}`)).toEqual([
      'site-settings.updated accessibilityStatementUrl',
      'site-settings.updated color',
      'site-settings.updated frontPageInfo',
      'site-settings.updated ownerName',
    ]);
  });

  it('say how long an account may be closed, and how far back "new" is', async () => {
    expect(await superadmin.call(site.read, {})).toMatchObject({ deactivationSpanDays: 90, newUserDays: 30 });
    await superadmin.call(site.update, await wish({ deactivationSpanDays: 180, newUserDays: 14 }));
    const told = { deactivationSpanDays: 180, newUserDays: 14 };
    expect(await superadmin.call(site.read, {})).toMatchObject(told);
    expect((await house.request('GET /sitesettings/info')).body).toMatchObject(told);
    const ict = await house.signIn('schoolIct', { school: 'FJB' });
    expect(await ict.call(users.newCounts, {})).toMatchObject({ days: 14 });
    const userNames = ['ingen'];
    const until = (end: string) => ({ userNames, start: '2026-11-21', end });
    expect(await ict.call(deactivations.addUsers, until('2027-05-20'))).toMatchObject({ succeeded: [] });
    expect(await ict.refused(deactivations.addUsers, until('2027-05-21'))).toMatchObject({
      fields: [{ path: 'end', key: 'span', params: { span: 180 } }],
    });
    await superadmin.call(site.update, await wish({ deactivationSpanDays: 90, newUserDays: 30 }));
  });

  it('take away what is emptied', async () => {
    await superadmin.call(
      site.update,
      await wish({ informationNb: '', informationEn: '', accessibilityStatementUrl: '' }),
    );
    expect(await superadmin.call(settings.frontPage, { lang: 'en' })).toMatchObject({ text: '' });
    expect((await house.request('GET /sitesettings/info')).body).toMatchObject({
      accessibilityStatementUrl: null,
    });
  });

  it('are not saved over somebody else’s', async () => {
    const mine = await wish({ ownerName: 'Min kommune' });
    await superadmin.call(site.update, await wish({ ownerName: 'Din kommune' }));
    expect(await superadmin.refused(site.update, mine)).toMatchObject({ status: 409, code: 'row.stale' });
    expect(await superadmin.call(site.read, {})).toMatchObject({ ownerName: 'Din kommune' });
  });

  it.each([
    [{ color: 'rød' }, 'color', 'color'],
    [{ ownerName: ' ' }, 'ownerName', 'required'],
    [{ ownerName: '<b>' }, 'ownerName', 'angles'],
    [{ privacyUrl: 'javascript:alert(1)' }, 'privacyUrl', 'url'],
    [{ deactivationSpanDays: 0 }, 'deactivationSpanDays', 'min'],
    [{ newUserDays: 366 }, 'newUserDays', 'max'],
    [{ informationNb: 'x'.repeat(601) }, 'informationNb', 'maxLength'],
    [{ informationFrom: '2026-11-21', informationTo: '2026-11-20' }, 'informationTo', 'order'],
  ])('are refused field by field: %o', async (change, path, key) => {
    expect(await superadmin.refused(site.update, await wish(change))).toMatchObject({
      status: 422,
      fields: [{ path, key }],
    });
  });

  it('are nobody’s but a superadmin’s', async () => {
    for (const role of ['centralAdmin', 'schoolAdministrator', 'teacher'] as const) {
      const caller = await house.signIn(role, { school: 'FJB' });
      expect(await caller.refused(site.read, {})).toMatchObject({ status: 403, code: 'access.denied' });
      expect(await caller.refused(site.update, await wish({}))).toMatchObject({ status: 403 });
    }
  });
});

describe('the colours of the portal', () => {
  it('follow the saved colour, under the same strict policy, and are sent once', async () => {
    await superadmin.call(site.update, await wish({ color: '#ffee00' }));
    const first = await theme();
    expect(first.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(first.headers['content-security-policy']).toContain("style-src-elem 'self'");
    expect(first.body).toMatch(/^:root:root\{[\s\S]*--accent:light-dark\(#ffee00,#[0-9a-f]{6}\)/);

    const again = await theme({ 'if-none-match': String(first.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await superadmin.call(site.update, await wish({ color: '#102030' }));
    const other = await theme({ 'if-none-match': String(first.headers['etag']) });
    expect(other.statusCode).toBe(200);
    expect(other.body).not.toBe(first.body);
  });

  it('can be seen before they are chosen', async () => {
    const { Items } = await superadmin.call(site.shades, { color: '#ffee00' });
    expect(Items.find(({ name }) => name === 'on-accent')).toMatchObject({ light: '#000000' });
    expect(await superadmin.refused(site.shades, { color: 'gul' })).toMatchObject({ status: 422 });
  });

  it('never let a stored text into the style sheet', async () => {
    await house.seed(({ tx }) =>
      sql`update site_setting set value = '"#fff}body{display:none"' where key = 'color'`.execute(tx),
    );
    expect((await theme()).body).toBe('');
    expect(await superadmin.call(site.read, {})).toMatchObject({ color: '#0d5d66' });
  });
});

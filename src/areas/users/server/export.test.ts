import { describe, expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

import { userList, users } from '../contract.ts';
import { operationsOf, seedPeople, signInIda } from './testing.ts';

const house = await openHouse();
await seedPeople(house);
const ict = await signInIda(house);
const leader = await house.signIn('schoolAdministrator', { school: 'FJB' });
const nobody = await house.signIn('licenceAdministrator', { school: 'FJB' });

const operations = (event: string) => operationsOf(house, event);

const lines = (text: string) => text.split('\r\n').filter(Boolean);

describe('the export', () => {
  it('is everything that matches, in the reader’s columns, order and language, and is logged', async () => {
    const file = await ict.request('GET /user/list/download', {
      format: 'csv',
      columns: 'userName,name,role',
      userType: 'students',
      sortBy: 'userName',
      sortDir: 'desc',
    });
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Brukere.csv");
    expect(lines(file.text)).toEqual([
      '\u{FEFF}Brukernavn;Navn;Rolle',
      'zara.z;Zara Zimmer;Elev',
      'ole.kvisla;Ole Kvisla;Elev',
      'off.line;Av Slått;Elev',
      'oeystein.oe;Øystein Østby;Elev',
      'aerlig.ae;Ærlig Ærø;Elev',
      'aase.aas;Åse Ås;Elev',
    ]);
    expect(await operations('user.exported')).toHaveLength(1);
  });

  it('takes the filter type under the name the specification gives it', async () => {
    const userNames = async (question: object) => {
      const asked = { format: 'csv', columns: 'userName', ...question };
      const file = await ict.request('GET /user/list/download', asked);
      expect(file.status).toBe(200);
      return lines(file.text).slice(1);
    };
    const expired = await ict.call(users.list, { userType: 'expired' });
    expect(await userNames({ filterType: 'expired' })).toEqual(expired.Items.map(({ userName }) => userName));
    expect(await userNames({ filterType: 'employees', userType: 'employees' })).toContain('kari.laerer');
    const both = { filterType: 'expired', userType: 'students' };
    expect((await ict.request('GET /user/list/download', both)).body).toMatchObject({
      code: 'request.invalid',
      fields: [{ path: 'filterType' }],
    });
  });

  it('can have every column there is, sorted by any of them', async () => {
    const all = Object.keys(userList.columns);
    for (const sortBy of all.filter((id) => id !== 'primarySchool')) {
      const asked = { format: 'csv', columns: all.join(','), sortBy, search: 'zara' };
      const file = await ict.request('GET /user/list/download', asked);
      expect(lines(file.text)[1]?.split(';')).toEqual(
        expect.arrayContaining(['Zara Zimmer', 'zara.z', 'Fjordby skole']),
      );
    }
  });

  it('is of the chosen rows when some are chosen', async () => {
    const file = await ict.request('GET /user/list/download', {
      format: 'csv',
      columns: 'userName',
      only: 'aase.aas,zara.z,foreign.pupil,hidden.one',
    });
    expect(lines(file.text).slice(1)).toEqual(['zara.z', 'aase.aas']);
  });

  it('defuses texts that a spreadsheet would run', async () => {
    await ict.call(users.update, { userName: 'off.line', version: 1, department: '=cmd()' });
    const file = await ict.request('GET /user/list/download', {
      format: 'csv',
      columns: 'department',
      search: 'slått',
    });
    expect(lines(file.text)[1]).toBe("'=cmd()");
  });

  it('is a workbook when asked for one', async () => {
    const file = await ict.request('GET /user/list/download', { format: 'xlsx', language: 'nn' });
    expect(file.headers['content-type']).toContain('spreadsheetml');
    expect(file.text.startsWith('PK')).toBe(true);
  });

  it('is refused for those without the right, and never has people with protected identity', async () => {
    expect((await nobody.request('GET /user/list/download')).status).toBe(403);
    expect((await ict.request('GET /user/list/download', { format: 'csv' })).text).not.toContain('Hemmelig');
    for (const chosen of [{}, { shielded: 'true' }, { only: 'hidden.one' }]) {
      const { text } = await leader.request('GET /user/list/download', { format: 'csv', ...chosen });
      expect(text).not.toContain('Hemmelig');
    }
  });
});

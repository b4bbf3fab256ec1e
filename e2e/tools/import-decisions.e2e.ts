/** What an import must not do by itself: a school that would lose its people, and somebody it is not sure about. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { birthOf, nationalNumber } from '../../src/demo/identity-numbers.ts';
import { file, group, members, type Person, person, school } from '../../src/server/import/testing.ts';
import { standsInEveryLook } from '../support/looks.ts';
import { poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

/** The file as a system of its own would send it: what happens to it concerns nobody else's people. */
const sentBy = (feed: string, text: string): string =>
  text.replaceAll('<source>sas<', `<source>${feed}<`).replace('<datasource>sas<', `<datasource>${feed}<`);

const ids = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
const people = (list: readonly string[], family: string): string =>
  list.map((id) => person({ id, given: 'Prøve', family })).join('');

/** Two schools of 25 each, and the same without the second. */
function twoSchools(feed: string): { whole: string; partial: string } {
  const [first, second] = [ids('a', 25), ids('b', 25)];
  const here = school('s1', `Nesset ${feed} skole`);
  const there = school('s2', `Odden ${feed} skole`);
  const whole = [people(first, 'Nes'), people(second, 'Odd'), here, there];
  return {
    whole: sentBy(feed, file(...whole, members('s1', first), members('s2', second))),
    partial: sentBy(feed, file(people(first, 'Nes'), here, members('s1', first))),
  };
}

const withPeople = (...list: Person[]): string =>
  sentBy(
    'tvil',
    file(
      ...list.map((one) => person(one)),
      school('s1', 'Tvilen skole'),
      members(
        's1',
        list.map(({ id }) => id),
      ),
    ),
  );

async function pick(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/tools/import/new');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
}

async function rehearse(page: Page, name: string, text: string): Promise<void> {
  await pick(page, name, text);
  await page.getByRole('button', { name: 'Prøvekjør', exact: true }).click();
  await page.getByText('Dette er en prøvekjøring. Ingenting er endret.').waitFor({ timeout: 60_000 });
}

async function importNow(page: Page, name: string, text: string): Promise<void> {
  await pick(page, name, text);
  await page.getByRole('button', { name: 'Importer uten prøvekjøring' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Importer', exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('Ferdig', { exact: true }).waitFor();
}

const tile = (page: Page, name: string) =>
  page.getByRole('main').getByRole('list').first().getByRole('listitem').filter({ hasText: name });

it('holds a school that is missing, and lets it go when somebody has accepted it', async () => {
  const { whole, partial } = twoSchools('holdt');
  const page = await portal.as('superadmin', '/tools/import');
  await importNow(page, 'hel.xml', whole);
  await importNow(page, 'uten-skole.xml', partial);

  await page.getByText('1 del av planen venter på en avgjørelse').waitFor();
  await page.getByText('Odden holdt skole: 25 av 25 ville sluttet').waitFor();
  await poll(() => tile(page, 'Holdt tilbake').innerText()).toMatch(/25/);
  await poll(() => page.getByRole('grid').innerText()).toContain('Uvanlig mange ville sluttet ved skolen');

  await page.getByRole('link', { name: 'Se over og avgjør' }).click();
  await page.getByRole('grid').getByText('Odden holdt skole').waitFor();
  await standsInEveryLook(page, () => page.getByText('Venter på avgjørelse').first().waitFor());
  await page.getByRole('checkbox', { name: 'Velg Odden holdt skole' }).click();
  await page.getByRole('button', { name: 'Godta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Godta 1 del?' });
  await dialog.getByRole('button', { name: 'Godta' }).click();
  await dialog.getByText('Begrunnelse må fylles ut').waitFor();
  await dialog.getByLabel('Begrunnelse').fill('Skolen er lagt ned');
  await dialog.getByRole('button', { name: 'Godta' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('1 del av planen er holdt tilbake').waitFor();

  await importNow(page, 'uten-skole-igjen.xml', partial);
  await poll(() => tile(page, 'Sluttet').innerText()).toMatch(/25/);
  expect(portal.problems()).toEqual([]);
});

it('lets those go at once whom somebody accepts after a rehearsal', async () => {
  const { whole, partial } = twoSchools('prøvd');
  const page = await portal.as('superadmin', '/tools/import');
  await importNow(page, 'hel.xml', whole);
  await rehearse(page, 'uten-skole.xml', partial);
  await page.getByRole('checkbox', { name: /La også dem som holdes tilbake, slutte/ }).click();
  await page.getByText(/25 personer ved Odden prøvd skole/).waitFor();
  await page.getByRole('button', { name: 'Importer', exact: true }).click();
  await poll(() => tile(page, 'Sluttet').innerText()).toMatch(/25/);
  expect(await page.getByText('venter på en avgjørelse').count()).toBe(0);

  // Somebody changes their mind about a school that was not let go, then about all of it: where the run is seen.
  await page.getByRole('button', { name: 'Angre en del …' }).click();
  const part = page.getByRole('dialog', { name: 'Angre en del av importen' });
  await part.getByRole('combobox', { name: 'Skole' }).fill('Nesset prøvd');
  await page.getByRole('option', { name: 'Nesset prøvd skole' }).click();
  await part.getByRole('button', { name: 'Se hva som blir angret' }).click();
  const nothing = page.getByRole('dialog', { name: 'Angre operasjonen' });
  await nothing.getByText('Ingenting av dette kan angres nå.').waitFor();
  await nothing.getByRole('button', { name: 'Avbryt' }).click();

  await page.getByRole('button', { name: 'Angre …' }).click();
  const undo = page.getByRole('dialog', { name: 'Angre operasjonen' });
  await undo.getByText('Slik blir det. Ingenting er gjort ennå.').waitFor();
  await undo
    .getByText(/settes tilbake slik de var/)
    .first()
    .waitFor();
  await undo.getByRole('button', { name: /^Angre \d+ endringer$/ }).click();
  await undo.getByText(/endringer er angret|Angringen er i gang/).waitFor();
  await undo.getByRole('button', { name: 'Lukk' }).last().click();
  await page.getByText('Angret', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Angre …' }).count()).toBe(0);
  await page.goto('/tools/import');
  await page.getByRole('grid').getByText('Angret', { exact: true }).first().waitFor();
});

it('puts somebody it is not sure about in a queue, and remembers what was decided', async () => {
  const number = '10915596784';
  const other: Person = { id: '9', given: 'Åse', family: 'Berg' };
  const page = await portal.as('superadmin', '/tools/import');
  await importNow(page, 'først.xml', withPeople({ id: '1', given: 'Tuva', family: 'Tvil', number }, other));
  await importNow(
    page,
    'ny-id.xml',
    withPeople({ id: '2', given: 'Tuva', family: 'Tvil-Ås', number }, other),
  );

  await page.getByText('1 konflikt').waitFor();
  await poll(() => page.getByRole('grid').innerText()).toMatch(/Kan være tuvtvi\d+\. Noen må avgjøre/);
  await page.getByRole('main').getByRole('link', { name: 'Uavklarte identiteter' }).click();
  await page.getByRole('grid').getByText('Ny i filen med nummeret til en konto').waitFor();
  await standsInEveryLook(page, () => page.getByText('Uavklart', { exact: true }).first().waitFor());

  await page.getByRole('checkbox', { name: 'Velg Tuva Tvil-Ås' }).click();
  await page.getByRole('button', { name: 'Samme person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Er de samme person?' });
  await dialog.getByLabel('Begrunnelse').fill('Har giftet seg');
  await dialog.getByRole('button', { name: 'Samme person' }).click();
  await page.getByText('Avgjort, og huskes.').waitFor();

  await importNow(
    page,
    'ny-id-igjen.xml',
    withPeople({ id: '2', given: 'Tuva', family: 'Tvil-Ås', number }, other),
  );
  expect(await page.getByText('konflikt').count()).toBe(0);
  await page.getByRole('grid').getByRole('link', { name: 'Tuva Tvil-Ås' }).click();
  await page.getByRole('region', { name: 'Tuva Tvil-Ås' }).waitFor();
});

it('decides at once about a whole register that came under new ids', async () => {
  const many = 210;
  const underIds = (prefix: string): string => {
    const list = ids(prefix, many);
    // The same number for the same person in both files.
    const pupils = list.map((id, index) =>
      person({ id, given: 'Flokk', family: `Ås${index}`, number: nationalNumber(birthOf(41, 2014, index)) }),
    );
    return sentBy('flokk', file(...pupils, school('s1', 'Flokken skole'), members('s1', list)));
  };
  const page = await portal.as('superadmin', '/tools/import');
  await importNow(page, 'gamle-id-er.xml', underIds('g'));
  await importNow(page, 'nye-id-er.xml', underIds('n'));

  await page.goto('/tools/identities?state=open&search=flokk');
  await page.getByRole('grid').getByText('Ny i filen med nummeret til en konto').first().waitFor();
  await poll(() => page.locator('.list-count').innerText()).toBe(String(many));
  await page.getByRole('checkbox', { name: 'Velg alle som passer' }).check();
  await page.getByRole('button', { name: 'Samme person' }).click();
  const dialog = page.getByRole('dialog', { name: `Er de samme person i ${many} saker?` });
  await dialog.getByLabel('Begrunnelse').fill('Nytt skoleadministrativt system');
  await dialog.getByRole('button', { name: 'Samme person' }).click();
  await page.getByText(`${many} saker er avgjort, og huskes.`).waitFor();
  await page.getByText('Ingen saker passer').waitFor();

  await importNow(page, 'nye-id-er-igjen.xml', underIds('n'));
  expect(await page.getByText('konflikt').count()).toBe(0);
  expect(portal.problems()).toEqual([]);
});

it('rehearses the change of school year on next year’s file', async () => {
  const at = school('s1', 'Neste skole');
  const pupils = people(['1', '2', '3'], 'Neste');
  const now = [
    pupils,
    at,
    group('7a', 's1', 1, '7A'),
    members('s1', ['1', '2', '3']),
    members('7a', ['1', '2', '3']),
  ];
  const there = ['1', '2', '9'];
  const next = [
    people(there, 'Neste'),
    at,
    group('8a', 's1', 1, '8A'),
    members('s1', there),
    members('8a', there),
  ];
  const page = await portal.as('superadmin', '/tools/import');
  await importNow(page, 'dette-året.xml', sentBy('neste', file(...now)));
  await pick(page, 'neste-år.xml', sentBy('neste', file(...next)));
  await page.getByRole('textbox', { name: /^Prøvekjør for dato/ }).fill('20.08.2027');
  await page.getByRole('button', { name: 'Prøvekjør', exact: true }).click();
  await page.getByText('Dette er en prøvekjøring. Ingenting er endret.').waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Rapport' }).click();
  await page.getByText('Slik det ville sett ut 20.08.2027.').waitFor();
  for (const part of ['Navn som går igjen', 'Mister tilgang', 'Klasser uten kontaktlærer']) {
    await page.getByRole('heading', { name: part }).waitFor();
  }
  await standsInEveryLook(page, () => page.getByRole('heading', { name: 'Mister tilgang' }).waitFor());
});

/** Groups made in the portal: filled, nested, printed, deleted and restored; and what is not everybody's to do. */
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';

import { standsInEveryLook } from '../support/looks.ts';
import { choose, nameOf, poll, usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

/** A name of its own for each try of a test: what an earlier try left behind has taken the other. */
let attempt = 0;
beforeEach(() => {
  attempt += 1;
});
const named = (name: string) => `${name} ${attempt}`;

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const tab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(String.raw`^${name}\s*\d*$`) });
const cells = (page: Page) => page.getByRole('grid').innerText();

/** From the list: makes a group on the screen and stands on its members then. */
async function make(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Ny gruppe' }).first().click();
  await dialog(page).getByLabel('Navn').fill(name);
  await dialog(page).getByRole('button', { name: 'Opprett gruppe' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'Legg til medlemmer' }).first().waitFor();
}

/** Somebody, or a group, found by name in the open dialog and ticked. */
async function tick(page: Page, name: string, field = 'Søk etter navn eller brukernavn'): Promise<Locator> {
  await dialog(page).getByRole('searchbox', { name: field }).fill(name);
  const hit = dialog(page)
    .getByRole('checkbox', { name: new RegExp(name) })
    .first();
  await hit.check();
  return hit;
}

async function more(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Flere handlinger' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

it('makes a group, and says which field is wrong', async () => {
  const page = await portal.as('school-ict', '/groups');
  await page.getByRole('button', { name: 'Ny gruppe' }).first().click();
  await dialog(page).getByLabel('Navn').fill('-korps');
  await dialog(page).getByRole('button', { name: 'Opprett gruppe' }).click();
  await dialog(page).getByText('kan ikke begynne med bindestrek').first().waitFor();
  await standsInEveryLook(page, () => dialog(page).getByLabel('Navn').waitFor());

  await dialog(page).getByLabel('Navn').fill(named('Skolekorpset'));
  await dialog(page).getByLabel('Beskrivelse').fill('Øver hver onsdag');
  await dialog(page).getByRole('button', { name: 'Opprett gruppe' }).click();
  await page.getByRole('heading', { level: 1, name: named('Skolekorpset') }).waitFor();
  await page.getByRole('heading', { name: 'Ingen medlemmer' }).waitFor();
  await tab(page, 'Oversikt').click();
  await page.getByText('Øver hver onsdag').waitFor();
  await page.getByText('Laget i portalen').waitFor();
  expect(portal.problems()).toEqual([]);
});

it('fills a group by search and by a pasted list, tells who was not found, and takes people out', async () => {
  const page = await portal.as('school-ict', '/groups');
  await make(page, named('Elevrådet'));
  await page.getByRole('button', { name: 'Legg til medlemmer' }).first().click();
  const hit = await tick(page, nameOf('pupil'));
  await standsInEveryLook(page, () => hit.waitFor());
  await dialog(page).getByRole('button', { name: 'Legg til 1' }).click();
  await poll(() => cells(page)).toContain(nameOf('pupil'));

  await page.getByRole('button', { name: 'Legg til medlemmer' }).first().click();
  await choose(dialog(page).getByRole('radio', { name: 'Lim inn liste' }));
  await dialog(page).getByLabel('Rolle i gruppen').selectOption({ label: 'Leder' });
  await dialog(page)
    .getByLabel('Liste, én person per linje')
    .fill(`${nameOf('school-ict')}\nfinnes.ikke`);
  await dialog(page).getByRole('button', { name: 'Finn 2 personer' }).click();
  await dialog(page).getByText('Ikke funnet: 1').waitFor();
  await dialog(page).getByRole('button', { name: 'Legg til 1' }).click();
  const leader = page.getByRole('row').filter({ hasText: nameOf('school-ict') });
  await leader.filter({ hasText: 'Leder' }).waitFor();

  await page.getByRole('checkbox', { name: new RegExp(nameOf('pupil')) }).check();
  await page.getByRole('button', { name: 'Fjern fra gruppen' }).click();
  await dialog(page).getByRole('button', { name: 'Fjern', exact: true }).click();
  await poll(() => cells(page)).not.toContain(nameOf('pupil'));
  expect(portal.problems()).toEqual([]);
});

/**
 * A step is what a person does with the hand once: a click, or a key or a chord. What the screen does by itself is none, and
 * neither is copying the list where it came from.
 */
it('puts 200 people into a group in five steps from the list of groups, of a list one has copied', async () => {
  const page = await portal.as('school-ict', '/groups');
  await make(page, named('Skoleturen'));
  const people = await page.evaluate(async () => {
    const key = 'vaktmester.credentials';
    const { access_token: token } = JSON.parse(
      sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? '{}',
    );
    const answer = await fetch('/api/user/list', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'X-XSRF-TOKEN': /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '',
      },
      body: JSON.stringify({ userType: 'students', page: 1, pageSize: 200 }),
    });
    const { Items }: { Items: { userName: string }[] } = await answer.json();
    return Items.map(({ userName }) => userName);
  });
  expect(people.length).toBe(200);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), people.join('\n'));
  // The list as one who looks after the group has it: with the group in sight.
  await page.goto(`/groups?search=${encodeURIComponent(named('Skoleturen'))}`);

  let steps = 0;
  const click = async (what: Locator) => {
    await what.click();
    steps += 1;
  };
  await click(page.getByRole('link', { name: named('Skoleturen') }).first());
  await tab(page, 'Medlemmer').waitFor();
  if (!(await page.getByRole('button', { name: 'Legg til medlemmer' }).first().isVisible())) {
    await click(tab(page, 'Medlemmer'));
  }
  await page.getByRole('button', { name: 'Legg til medlemmer' }).first().waitFor();
  await page.keyboard.press('Control+V');
  steps += 1;
  await click(dialog(page).getByRole('button', { name: 'Legg til 200' }));
  await poll(() => dialog(page).count()).toBe(0);
  await page.getByText('200 lagt til i').waitFor();
  expect(steps).toBeLessThanOrEqual(5);
  expect(portal.problems()).toEqual([]);
});

it('changes a group: its name and address, whether it is seen, and that it is protected', async () => {
  const page = await portal.as('school-ict', '/groups');
  await make(page, named('Turgruppa'));
  await page.getByRole('button', { name: 'Endre', exact: true }).click();
  await dialog(page).getByLabel('Navn').fill(named('Turgruppa vår'));
  await dialog(page).getByRole('button', { name: 'Lagre' }).click();
  await page.getByRole('heading', { level: 1, name: named('Turgruppa vår') }).waitFor();
  await poll(() => decodeURIComponent(page.url())).toContain(named('Turgruppa vår'));

  await tab(page, 'Oversikt').click();
  await more(page, 'Gi e-postadresse');
  await dialog(page).getByLabel('E-postadresse').fill(`turgruppa${attempt}`);
  await dialog(page).getByRole('button', { name: 'Gi adresse' }).click();
  await page.getByRole('link', { name: /^turgruppa\d+@/ }).waitFor();

  await more(page, 'Skjul i adresselister');
  await poll(() => page.getByRole('main').innerText()).toMatch(/Synlig i adresselister\s+Nei/);
  await more(page, 'Slå på slettevern');
  await poll(() => page.getByRole('main').innerText()).toMatch(/Slettevern\s+På/);
  await page.getByText('Hva du ikke kan gjøre her').click();
  await page.getByText('Gruppen er vernet mot sletting.').waitFor();
  // The card it had under its old name is asked for once more while the address changes.
  const old = encodeURIComponent(named('Turgruppa'));
  expect(portal.problems().filter((problem) => !problem.endsWith(old))).toEqual([]);
});

it('deletes a group, and brings it back with its members', async () => {
  const page = await portal.as('school-ict', '/groups');
  await make(page, named('Skolemagasinet'));
  await page.getByRole('button', { name: 'Legg til medlemmer' }).first().click();
  await tick(page, nameOf('pupil'));
  await dialog(page).getByRole('button', { name: 'Legg til 1' }).click();
  await poll(() => cells(page)).toContain(nameOf('pupil'));
  await more(page, 'Slett');
  await dialog(page).getByRole('button', { name: 'Slett gruppen' }).click();
  await poll(() => new URL(page.url()).pathname).toBe('/groups');

  await page.goto('/groups?archived=true');
  await page.getByRole('link', { name: named('Skolemagasinet') }).click();
  await page.getByText('Gruppen er slettet', { exact: true }).waitFor();
  await standsInEveryLook(page, () => page.getByText('Gruppen er slettet', { exact: true }).waitFor());
  await page.getByRole('button', { name: 'Gjenopprett' }).click();
  await page.getByText('Gruppen er slettet', { exact: true }).waitFor({ state: 'detached' });
  await tab(page, 'Medlemmer').click();
  await poll(() => cells(page)).toContain(nameOf('pupil'));
});

it('puts a group within another, and never the other way round as well', async () => {
  const page = await portal.as('school-ict', '/groups');
  const nest = async (name: string) => {
    await tab(page, 'Nestede grupper').click();
    await page.getByRole('button', { name: 'Legg til grupper' }).first().click();
    await tick(page, name, 'Søk etter gruppe');
    await dialog(page).getByRole('button', { name: 'Legg til 1' }).click();
  };
  await make(page, named('Indre krets'));
  await page.goto('/groups');
  await make(page, named('Ytre krets'));
  await nest(named('Indre krets'));
  await page.getByRole('link', { name: named('Indre krets') }).click();
  await page.getByRole('heading', { level: 1, name: named('Indre krets') }).waitFor();
  await tab(page, 'Medlem av').click();
  await page.getByRole('link', { name: named('Ytre krets'), exact: true }).waitFor();
  await nest(named('Ytre krets'));
  await dialog(page).getByText('da ville en gruppe blitt medlem av seg selv').waitFor();
  expect(await dialog(page).innerText()).toContain(named('Ytre krets'));
  expect(portal.problems()).toEqual([]);
});

it('prints a class list with chosen columns, never with personal numbers', async () => {
  const page = await portal.as('teacher', '/groups?type=class');
  await page.getByRole('grid').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Klasseliste' }).click();
  await dialog(page).getByText('Fødselsnummer står aldri i klasselisten.').waitFor();
  await standsInEveryLook(page, () => dialog(page).getByText('Kolonner', { exact: true }).waitFor());
  await dialog(page).getByRole('checkbox', { name: 'E-post' }).check();
  for (const [button, ending] of [
    ['PDF', /\.pdf$/],
    ['Excel', /\.xlsx$/],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: button }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(ending);
  }
});

it('protects several groups at once in the background, and deletes the ones that are not', async () => {
  const page = await portal.as('school-ict', '/groups');
  await make(page, named('Bulkgruppe en'));
  await page.goto('/groups');
  await make(page, named('Bulkgruppe to'));
  await page.goto('/groups?search=bulkgruppe');
  await page.getByRole('checkbox', { name: named('Bulkgruppe en') }).check();
  await page.getByRole('button', { name: 'Slettevern' }).click();
  await standsInEveryLook(page, () => dialog(page).getByText('Slå av slettevern').waitFor());
  await dialog(page).getByRole('button', { name: 'Vern 1 gruppe' }).click();
  await dialog(page).getByText('Ferdig. 1 gjort.').waitFor();
  await dialog(page).getByRole('button', { name: 'Lukk' }).last().click();

  await page.getByRole('checkbox', { name: named('Bulkgruppe to') }).check();
  await page.getByRole('button', { name: 'Slett', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Slett 2 grupper' }).click();
  await dialog(page).getByText('Gruppen har slettevern').waitFor();
  expect(await dialog(page).innerText()).toContain('1 gruppe er slettet');
  expect(portal.problems()).toEqual([]);
});

it('notes what a group opens, and which groups its members look after', async () => {
  const page = await portal.as('school-ict', '/groups');
  await make(page, named('Driftsgruppa'));
  await tab(page, 'Tilganger').click();
  await page.getByRole('button', { name: 'Legg til tilgang' }).first().click();
  await dialog(page).getByLabel('Hva åpnes').fill('ressurser.fjordby.no');
  await dialog(page).getByLabel('Slag').selectOption({ label: 'Nettsted' });
  await dialog(page).getByRole('button', { name: 'Legg til' }).click();
  await poll(() => cells(page)).toContain('ressurser.fjordby.no');
  await standsInEveryLook(page, () => page.getByText('ressurser.fjordby.no').first().waitFor());

  await tab(page, 'Administrerte grupper').click();
  await page.getByRole('button', { name: 'Legg til gruppe' }).first().click();
  await dialog(page).getByRole('searchbox', { name: 'Søk etter gruppe' }).fill('7A');
  await dialog(page)
    .getByRole('checkbox', { name: /^7A\s*Klasse/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Legg til' }).click();
  await page.getByRole('link', { name: '7A', exact: true }).waitFor();
  await standsInEveryLook(page, () => page.getByRole('link', { name: '7A', exact: true }).waitFor());
  expect(portal.problems()).toEqual([]);
});

it('registers who has signed the IKT agreement', async () => {
  const page = await portal.as('school-ict', '/groups?type=class');
  await page.getByRole('link', { name: '7A', exact: true }).click();
  await tab(page, 'IKT-avtale').click();
  await page.getByRole('checkbox', { name: new RegExp(nameOf('pupil')) }).check();
  await page.getByRole('button', { name: 'Registrer som signert' }).click();
  await dialog(page).getByRole('button', { name: 'Registrer' }).click();
  await page.getByText('1 registrert').first().waitFor();
  await page.goto(`${page.url().split('?')[0]}?group-agreements.signed=signed`);
  await poll(() => cells(page)).toContain(nameOf('pupil'));
  await standsInEveryLook(page, () => page.getByText(nameOf('pupil')).first().waitFor());
});

it('makes first-time passwords for a class, shown once', async () => {
  const page = await portal.as('school-ict', '/groups?type=class');
  await page.getByRole('link', { name: '7A', exact: true }).click();
  await page.getByRole('button', { name: 'Elevpassord' }).click();
  await dialog(page).getByText('Alle elevene i 7A').waitFor();
  await dialog(page).getByRole('button', { name: 'Lag passord' }).click();
  await dialog(page).getByText('Passordene vises bare nå').waitFor();
  expect(await dialog(page).getByRole('listitem').count()).toBeGreaterThan(5);
});

it('gives the pupils of a group too large for a screen theirs on paper', async () => {
  const page = await portal.as('school-ict', '/groups?search=naturfag');
  await page.getByRole('link', { name: 'Naturfag 1-4', exact: true }).click();
  await more(page, 'Førstegangspassord …');
  await dialog(page).getByText('Alle elevene i Naturfag 1-4').waitFor();
  await dialog(page).getByRole('button', { name: 'Lag passord' }).click();
  await dialog(page).getByText('Flere enn 100 får passordene sine på papir, i én PDF.').waitFor();
  expect(await dialog(page).getByRole('radio', { name: 'Vis på skjermen' }).isDisabled()).toBe(true);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Lag passord' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Førstegangspassord .*\.pdf$/);
  await page.getByText('Passordene er lastet ned som PDF').waitFor();
});

it('lets a group administrator change members, and nothing more', async () => {
  const page = await portal.as('school-ict', '/groups');
  await make(page, named('Sangkoret'));
  const administrator = await portal.as('group-administrator', '/groups?search=sangkoret');
  await administrator.getByRole('link', { name: named('Sangkoret') }).click();
  await administrator.getByRole('button', { name: 'Endre', exact: true }).waitFor();
  expect(await administrator.getByRole('button', { name: 'Flere handlinger' }).count()).toBe(0);
  expect(await administrator.getByRole('button', { name: 'Klasseliste' }).count()).toBe(0);
  await tab(administrator, 'Medlemmer').click();
  await administrator.getByRole('button', { name: 'Legg til medlemmer' }).first().waitFor();

  const teacher = await portal.as('teacher', '/groups');
  await teacher.getByRole('grid').waitFor();
  expect(await teacher.getByRole('button', { name: 'Ny gruppe' }).count()).toBe(0);
});

it('gathers people across schools in a global group, which no school changes', async () => {
  const page = await portal.as('superadmin', '/superadmin/global-groups');
  await page.getByRole('button', { name: 'Ny global gruppe' }).first().click();
  await dialog(page).getByLabel('Navn').fill(named('Alle inspektører'));
  await dialog(page).getByRole('button', { name: 'Opprett gruppe' }).click();
  await page.getByRole('heading', { level: 1, name: named('Alle inspektører') }).waitFor();
  await page.getByRole('button', { name: 'Legg til medlemmer' }).first().click();
  await tick(page, nameOf('principal'));
  await dialog(page).getByRole('button', { name: 'Legg til 1' }).click();
  await poll(() => cells(page)).toContain(nameOf('principal'));
  await page.goto('/superadmin/global-groups');
  await page.getByRole('link', { name: named('Alle inspektører') }).waitFor();
  await standsInEveryLook(page, () => page.getByText(named('Alle inspektører')).first().waitFor());

  const school = await portal.as('school-ict', '/groups?search=inspektører');
  await school.getByRole('link', { name: named('Alle inspektører') }).click();
  await school.getByRole('heading', { name: 'Om gruppen' }).waitFor();
  expect(await school.getByRole('button', { name: 'Endre', exact: true }).count()).toBe(0);
});

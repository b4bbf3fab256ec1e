/** A superadmin sets up where the nightly files come from, and looks whether they are there. */
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { file, members, person, school } from '../../src/server/import/testing.ts';
import { moveBack, moveTo } from '../support/clock.ts';
import { standsInEveryLook } from '../support/looks.ts';
import { usePortal } from '../support/portal.ts';

const portal = usePortal({ shareSignIn: true });

const night = file(
  person({ id: 'k1', given: 'Kilde', family: 'Prøve' }),
  school('k-s', 'Kildeskogen skole'),
  members('k-s', ['k1']),
)
  .replaceAll('<source>sas<', '<source>kilde<')
  .replace('<datasource>sas<', '<datasource>kilde<');

let attempt = 0;

/** As the other system leaves it: written a minute ago, so that it is not taken for growing. */
async function leave(folder: string, name: string, text: string): Promise<void> {
  const path = join(portal.running().dataFolder, 'import', folder);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, name), text);
  const then = new Date(Date.now() - 60_000);
  await utimes(join(path, name), then, then);
}

it('is made, tested, changed and run', async () => {
  // Tried again, what the first try left is another's.
  attempt += 1;
  const name = `Skolesystemet ${attempt}`;
  const folder = `skolesystemet-${attempt}`;
  const page = await portal.as('superadmin', '/tools/import');
  // Between 16:00 and 22:00 the new source is due at once, and its own run would be in the way.
  await moveTo(page, '02.03.2027', '10:00');
  await page.reload();
  await page.getByRole('link', { name: 'Datakilder' }).click();
  await page.getByRole('heading', { level: 1, name: 'Datakilder' }).waitFor();
  await page.getByRole('button', { name: 'Ny datakilde' }).click();

  const form = page.getByRole('dialog', { name: 'Ny datakilde' });
  await form.getByLabel('Navn', { exact: true }).first().fill(name);
  await form.getByLabel('Mappe').fill(folder);
  await form.getByRole('button', { name: 'Test nå' }).click();
  await form.getByText('Portalen finner ikke mappen, eller får ikke lese den').waitFor();
  await leave(folder, 'natt.xml', night);
  await form.getByRole('button', { name: 'Test nå' }).click();
  await form.getByText('Mappen er klar').waitFor();
  await form.getByText('natt.xml').waitFor();

  await form.getByLabel('Klokkeslett').fill('15:00');
  await form.getByRole('button', { name: 'Opprett datakilde' }).click();
  await form.getByText('Skriv et klokkeslett mellom 16:00 og 21:59').first().waitFor();
  await form.getByLabel('Klokkeslett').fill('16:30');
  await form.getByLabel('E-post').fill('2');
  await form.getByRole('checkbox', { name: 'Sluttede' }).click();
  await form.getByLabel('Andel over').fill('10');
  await form.getByRole('button', { name: 'Opprett datakilde' }).click();
  await form.waitFor({ state: 'detached' });

  const card = page.getByRole('article', { name });
  await card.getByText('Hver dag kl. 16:30').waitFor();
  await standsInEveryLook(page, () => card.getByText('Hver dag kl. 16:30').waitFor());

  await card.getByRole('button', { name: 'Endre' }).click();
  const changed = page.getByRole('dialog', { name: `Endre ${name}` });
  expect(await changed.getByLabel('E-post').inputValue()).toBe('2');
  expect(await changed.getByLabel('Andel over').inputValue()).toBe('10');
  await changed.getByLabel('Klokkeslett').fill('17:45');
  await changed.getByRole('button', { name: 'Lagre' }).click();
  await card.getByText('Hver dag kl. 17:45').waitFor();

  await card.getByRole('button', { name: 'Prøvekjør nå' }).click();
  await page.getByText('Dette er en prøvekjøring. Ingenting er endret.').waitFor();
  await page.goBack();
  await card.getByRole('button', { name: 'Importer nå' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Importer nå' }).click();
  await page.getByText('Ferdig', { exact: true }).waitFor();
  await page.goto('/superadmin/data-sources');
  await card.getByText('Importert').waitFor();
  await card.getByRole('button', { name: 'Slett' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click();
  await page.getByText(`${name} er slettet.`).waitFor();
  await moveBack(page);
  expect(portal.problems()).toEqual([]);
});

it('is no school’s own business', async () => {
  const page = await portal.as('school-ict', '/superadmin/data-sources');
  await page.getByText('Du har ikke tilgang til dette').waitFor();
});

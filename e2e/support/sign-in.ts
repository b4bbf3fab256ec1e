/** Signing in as somebody of the demo's story, in a test or in a measurement. */
import type { Page } from 'playwright-core';

import { story, type StoryPerson } from '../../src/demo/story.ts';

/** The name of somebody of the story. */
export const nameOf = (part: StoryPerson['part']): string => personOf(part).displayName;

export function personOf(part: StoryPerson['part']): StoryPerson {
  const found = story({ date: new Date().toISOString().slice(0, 10) }).find((person) => person.part === part);
  if (!found) throw new Error(`Nobody plays ${part}`);
  return found;
}

/**
 * Through the simulated Feide, which has a button for everybody with a role and a search for all others; administrators
 * are asked for a second factor.
 */
export async function signInAs(page: Page, name: string): Promise<void> {
  const person = page.getByRole('button', { name }).first();
  const secondFactor = page.getByRole('heading', { name: 'Logg inn med to faktorer' });
  await page.getByRole('link', { name: 'Logg inn med Feide' }).click();
  await page.getByRole('heading', { name: 'Hvem vil du logge inn som?' }).waitFor();
  if (!(await person.isVisible())) {
    await page.getByLabel('Søk blant alle personer').fill(name);
    await page.getByRole('button', { name: 'Søk' }).click();
  }
  await person.click();
  await Promise.race([
    secondFactor.waitFor(),
    page.waitForURL((url) => !url.pathname.startsWith('/simulated-feide')),
  ]);
  if (await secondFactor.isVisible()) await person.click();
}

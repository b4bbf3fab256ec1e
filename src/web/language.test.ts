import { expect, test } from 'vitest';

import { chooseLanguage, languageShown } from './language.ts';

test('the stored preference wins', () => {
  expect(chooseLanguage('fr-FR', ['en-GB'])).toBe('fr');
  expect(chooseLanguage('nn-NO', ['nb-NO'])).toBe('nn');
});

test('without a preference the first of the browser languages that we have is taken', () => {
  expect(chooseLanguage(null, ['de-DE', 'en-GB', 'nb-NO'])).toBe('en');
  expect(chooseLanguage(null, ['no'])).toBe('nb');
});

test('whatever else is Bokmål', () => {
  expect(chooseLanguage(null, ['de-DE'])).toBe('nb');
  expect(chooseLanguage('sv-SE', [])).toBe('nb');
});

test('French is shown where there is French, and English in its place elsewhere', () => {
  expect(languageShown('fr', true)).toBe('fr');
  expect(languageShown('fr', false)).toBe('en');
  expect(languageShown('nn', false)).toBe('nn');
});

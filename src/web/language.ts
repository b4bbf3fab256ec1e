/**
 * The language of the portal: the stored preference, else the first of the browser's languages we have, else
 * bokmål (specification §9). Stored under `language` with the specification's values.
 */
export const languages = ['nb', 'nn', 'en', 'fr'] as const;
export type Language = (typeof languages)[number];

const storedAs: Record<Language, string> = { nb: 'no-NO', nn: 'nn-NO', en: 'en-US', fr: 'fr-FR' };
const STORAGE_KEY = 'language';

const prefixes: Record<string, Language> = { nb: 'nb', no: 'nb', nn: 'nn', en: 'en', fr: 'fr' };

export function chooseLanguage(stored: string | null, wanted: readonly string[]): Language {
  const preferred = languages.find((language) => storedAs[language] === stored);
  if (preferred) return preferred;
  for (const tag of wanted) {
    const match = prefixes[tag.slice(0, 2).toLowerCase()];
    if (match) return match;
  }
  return 'nb';
}

export const currentChoice = (): Language =>
  chooseLanguage(localStorage.getItem(STORAGE_KEY), navigator.languages);

/** French covers the sign-in pages only (specification §1): elsewhere whoever chose it reads English. */
export const languageShown = (choice: Language, hasFrench: boolean): Language =>
  choice === 'fr' && !hasFrench ? 'en' : choice;

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, storedAs[language]);
}

/** React Aria has no words in nynorsk, and Chromium no formats: both read bokmål. */
export const ariaLocale: Record<Language, string> = { nb: 'nb-NO', nn: 'nb-NO', en: 'en-US', fr: 'fr-FR' };

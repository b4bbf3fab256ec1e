import type { Language } from '../language.ts';

/** Each language in its own words, so that whoever needs it can read it. */
export const languageNames: Record<Language, string> = {
  nb: 'Bokmål',
  nn: 'Nynorsk',
  en: 'English',
  fr: 'Français',
};

/** Inside the portal; French covers the sign-in pages only (specification §1). */
export const shellLanguages = (['nb', 'nn', 'en'] as const).map((value) => ({
  value: value as Language,
  label: languageNames[value],
}));

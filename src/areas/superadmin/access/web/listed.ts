import { currentLanguage } from '#web/i18n.ts';

/** `a, b and c` in the reader's language. */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(words);

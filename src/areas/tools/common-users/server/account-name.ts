/** The names of shared accounts. */
import { asciiLetters } from '#server/import/latin.ts';

/** What a directory takes (sAMAccountName). */
export const LONGEST_ACCOUNT_NAME = 20;

/**
 * `scenen` → `fjb.scenen`: an account has its school's abbreviation before it, as groups have. So a name that is taken is
 * taken at the school itself, and tells nothing of people elsewhere.
 */
export function accountNameAt(abbreviation: string, userName: string): string {
  const letters = Array.from(abbreviation, (letter) => (/\d/.test(letter) ? letter : asciiLetters(letter)));
  const prefix = `${letters.join('')}.`;
  return prefix === '.' || userName.startsWith(prefix) ? userName : `${prefix}${userName}`;
}

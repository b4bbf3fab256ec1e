/** Names a group made in the portal gets in the directory and in its address. */
import { limits } from '#kernel/limits.ts';
import { nameStemOf } from '#server/import/group-name.ts';
import { asciiLetters } from '#server/import/latin.ts';

/** Room for the school's abbreviation and a space: 57 + 7 is what a directory takes. */
const LONGEST = limits.groupName + 7;

/** As the import names its groups: the school's abbreviation, then what a directory can hold of the name. */
export function directoryName(abbreviation: string | undefined, displayName: string): string {
  const stem = nameStemOf(displayName);
  return (abbreviation === undefined ? stem : `${abbreviation} ${stem}`).slice(0, LONGEST).trimEnd();
}

/** `FJB Sør-korpset 2` → `fjb-sor-korpset-2`, for whoever proposes no alias. */
export function aliasOf(name: string): string {
  const letters = Array.from(name, (letter) => (/\d/.test(letter) ? letter : asciiLetters(letter) || '-'));
  return letters.join('').replaceAll(/-+/g, '-').replaceAll(/^-|-$/g, '') || 'gruppe';
}

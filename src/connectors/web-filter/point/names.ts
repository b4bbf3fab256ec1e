/**
 * User names as a proxy says them and as the portal keeps them. A directory takes `KARI`, `kari ` and `kári` for the
 * account `kari`, so somebody could sign in at the proxy by a name no lock knows. What a directory holds for one name
 * is one name here too.
 */
/** White space, and what has no letter: control characters and those that are not given to any yet weigh nothing. */
const INVISIBLE = /[\s\p{C}]/gu;
const MARKS = /\p{M}/gu;
/** Letters with a stroke through them, and two written as one: no accent that could be taken off. */
const STROKES: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
};
const STROKED = new RegExp(`[${Object.keys(STROKES).join('')}]`, 'gu');

/** `KARI`, `kari@skole.no` and `SKOLE\kari` are `kari`. The portal's own names hold neither `@` nor `\`. */
export function spokenName(name: string): string {
  const account = name.slice(name.lastIndexOf('\\') + 1).replace(/@.*$/su, '');
  return account.normalize('NFKC').replaceAll(INVISIBLE, '').toLowerCase();
}

/** Without accents and strokes: what directories compare by. */
export const bareName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .replaceAll(STROKED, (letter) => STROKES[letter] ?? letter);

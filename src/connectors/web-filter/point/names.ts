/**
 * User names as a proxy says them and as the portal keeps them. A directory takes `KARI`, `kari ` and `kári` for the
 * account `kari`, so somebody could sign in at the proxy by a name no lock knows. What a directory holds for one name
 * is one name here too, and rather one too many: the portal's own names are a-z, digits, `.`, `_` and `-`.
 *
 * Documented by Microsoft: case counts for nothing, `ü` is `u`, `ß` is `ss` (KB 938447), `é` is `e` (KB 839515); how
 * names are compared on the whole (MS-ADTS 6.5) no table says. Seen by others at their Windows: `ø` is `o`, `å` is `a`,
 * `Ⓡ` is `r`, a wide `＠` parts the name from its realm (Samba bug 14847). Tried here on Samba 4.17: case and a space at
 * the end count for nothing (`e2e/internet/squid-users.e2e.ts`); `bjørn`, `åre`, `rené` and `voß` are not `bjorn`,
 * `are`, `rene` and `voss`, and there may be both. Somebody the portal does not know is then shut out with his like.
 */
/** White space, and what has no letter: control characters, fillers and those not given to any yet weigh nothing. */
const INVISIBLE = /[\s\p{C}\u115F\u1160\u3164\u2800]/gu;
const MARKS = /\p{M}/gu;
/** A letter with a stroke through it, and two written as one: no accent that could be taken off. */
const STROKES: Readonly<Record<string, string>> = { æ: 'ae', ø: 'o', ß: 'ss' };
const STROKED = new RegExp(`[${Object.keys(STROKES).join('')}]`, 'gu');
/** Letters no rule here knows, and all others: what a name consists of. */
const RUNS = /[^\p{ASCII}]+|\p{ASCII}+/gu;
const STRANGE = /[^\p{ASCII}]/u;

/**
 * `KARI`, `kari@skole.no` and `SKOLE\kari` are `kari`. Who takes a ticket by a whole address (`kinit -E`) is to Kerberos
 * `kari\@skole.no@SKOLE.NO`, of which Squid's own program leaves `kari\`. The portal's own names hold neither. Empty:
 * there is no name in it.
 */
export function spokenName(name: string): string {
  const account = name.normalize('NFKC').replace(/\\?@.*$|\\+$/su, '');
  return account
    .slice(account.lastIndexOf('\\') + 1)
    .replaceAll(INVISIBLE, '')
    .toLowerCase();
}

/** Without accents and strokes: what directories compare by. */
export const bareName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .replaceAll(STROKED, (letter) => STROKES[letter] ?? letter);

/**
 * What a bare name could be to a directory that folds more letters than are known here: each such letter may stand for
 * any one or two, or for none. Undefined: there are none in it.
 */
export function anyLike(bare: string): RegExp | undefined {
  if (!STRANGE.test(bare)) return undefined;
  const parts = (bare.match(RUNS) ?? []).map((run) =>
    STRANGE.test(run) ? `.{0,${Array.from(run).length * 2}}` : Array.from(run, letterItself).join(''),
  );
  return new RegExp(`^${parts.join('')}$`, 'su');
}

/** Whatever a letter of ASCII means in a pattern. */
const letterItself = (letter: string): string => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;

/**
 * User names as a proxy says them and as the portal keeps them. A directory takes `KARI`, `kari ` and `kári` for the
 * account `kari`, so somebody could sign in at the proxy by a name no lock knows. What a directory holds for one name
 * is one name here too.
 */
const INVISIBLE = /[\s\p{Cf}]/gu;
const MARKS = /\p{M}/gu;

/** `KARI`, `kari@skole.no` and `SKOLE\kari` are `kari`. The portal's own names hold neither `@` nor `\`. */
export function spokenName(name: string): string {
  const account = name.slice(name.lastIndexOf('\\') + 1).replace(/@.*$/su, '');
  return account.normalize('NFKC').replaceAll(INVISIBLE, '').toLowerCase();
}

/** Without accents: what directories compare by. */
export const bareName = (name: string): string => name.normalize('NFKD').replaceAll(MARKS, '');

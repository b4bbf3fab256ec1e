/** Letters that Unicode does not take apart into a base letter and a mark. */
const written: Record<string, string> = {
  æ: 'e',
  ø: 'o',
  å: 'a',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ß: 'ss',
  þ: 'th',
  œ: 'o',
  ı: 'i',
};

/** Lower-case a-z of a name: å → a, ø → o, æ → e, é → e, đ → d. Empty for a name in another script. */
export function asciiLetters(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[æøåđðłŋŧßþœı]/g, (letter) => written[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '');
}

/** What is wrong with a broken file, as a key that has words in each language; the parser has English ones alone. */
export const breaches = [
  'close-tag',
  'unclosed',
  'attribute',
  'entity',
  'prefix',
  'declaration',
  'root',
  'character',
  'syntax',
] as const;
export type Breach = (typeof breaches)[number];

/** The first that fits what the parser says. */
const signs: readonly [RegExp, Breach][] = [
  [/clos(e|ing) tag/, 'close-tag'],
  [/unclosed|unexpected end/, 'unclosed'],
  [/prefix/, 'prefix'],
  [/entity/, 'entity'],
  [
    /declaration|version number|contain a version|standalone|name\/value|expected (the name|one of)/,
    'declaration',
  ],
  [/attribute|quoted|value required|whitespace/, 'attribute'],
  [/root/, 'root'],
  [/disallowed character|malformed name/, 'character'],
];

export const breachOf = (message: string): Breach =>
  signs.find(([sign]) => sign.test(message))?.[1] ?? 'syntax';

export type SchoolKind = 'primary' | 'lower' | 'combined' | 'adult';

/** Schools that do not exist. Abbreviations are what the municipality itself would use. */
interface NamedSchool {
  readonly name: string;
  readonly code: string;
  readonly kind: SchoolKind;
  readonly nynorsk?: true;
}

export const fjordbySchools: readonly NamedSchool[] = [
  { name: 'Granlia barneskole', code: 'GRA', kind: 'primary' },
  { name: 'Solvika skole', code: 'SOL', kind: 'combined' },
  { name: 'Steinmyra ungdomsskole', code: 'STE', kind: 'lower' },
  { name: 'Bjørkehaugen barneskole', code: 'BJØ', kind: 'primary' },
  { name: 'Lyngåsen barneskole', code: 'LYN', kind: 'primary' },
  { name: 'Elvebrinken barneskole', code: 'ELV', kind: 'primary' },
  { name: 'Fjordbyskogen ungdomsskole', code: 'FJO', kind: 'lower' },
  { name: 'Tverrelvdalen skule', code: 'TVE', kind: 'combined', nynorsk: true },
  { name: 'Ytre Hestvika barneskule', code: 'YHE', kind: 'primary', nynorsk: true },
  { name: 'Måkeberget barneskole', code: 'MÅK', kind: 'primary' },
  { name: 'Ørretbekken barneskole', code: 'ØRR', kind: 'primary' },
  { name: 'Fjordby voksenopplæring', code: 'VOF', kind: 'adult' },
];

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/** Put together, these give names for as many schools as a country has. */
export const nameBeginnings = list(`
  Alm Ask Bekke Berg Bjørke Blåbær Brenn Bringe Dal Elve Eng Falke Fjell Foss Furu Geit Gran Grønn Gull Hare Hassel
  Hauk Hav Hei Hest Holme Kjerr Kråke Lerke Lille Lind Lyng Løv Maur Molte Mose Måne Nes Nord Orre Ospe Rev Rogn Rype
  Sel Selje Skog Sol Stein Stor Svane Sør Tind Tiur Tyri Ugle Vann Vest Vik Ørne Øst Å`);
export const nameEndings = list(`
  bakken berget brekka dalen enga fallet fjellet haugen heia hølen kleiva kollen kroken lia lunden marka moen myra
  neset odden parken rabben ryggen rønningen sletta stranda stua svingen sætra teigen toppen trøa tunet vangen veien
  vika vollen åkeren ågarden åsen øya`);

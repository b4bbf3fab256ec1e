/** The subjects a class is taught in; eleven per class, as in a real timetable. */
export interface Subject {
  readonly code: string;
  readonly nb: string;
  readonly nn: string;
  /** What a teacher calls it in the name of a group. */
  readonly short: string;
  /** Code of the subject in the national register of curricula; local subjects have none. */
  readonly grep?: string;
  /** Taught in one half of the school year only. */
  readonly term?: 'autumn' | 'spring';
}

const common: readonly Subject[] = [
  { code: 'NOR', nb: 'Norsk', nn: 'Norsk', short: 'Norsk', grep: 'NOR0218' },
  { code: 'MAT', nb: 'Matematikk', nn: 'Matematikk', short: 'Matte', grep: 'MAT0015' },
  { code: 'ENG', nb: 'Engelsk', nn: 'Engelsk', short: 'Engelsk', grep: 'ENG0030' },
  { code: 'NAT', nb: 'Naturfag', nn: 'Naturfag', short: 'Natur', grep: 'NAT0021' },
  { code: 'SAF', nb: 'Samfunnsfag', nn: 'Samfunnsfag', short: 'Samf.', grep: 'SAF0010' },
  { code: 'RLE', nb: 'KRLE', nn: 'KRLE', short: 'KRLE', grep: 'RLE0030' },
  { code: 'KRO', nb: 'Kroppsøving', nn: 'Kroppsøving', short: 'Gym', grep: 'KRO0020' },
  { code: 'KHV', nb: 'Kunst og håndverk', nn: 'Kunst og handverk', short: 'K&H', grep: 'KHV0010' },
  { code: 'MUS', nb: 'Musikk', nn: 'Musikk', short: 'Musikk', grep: 'MUS0010', term: 'spring' },
  {
    code: 'MHE',
    nb: 'Mat og helse',
    nn: 'Mat og helse',
    short: 'Mat & helse',
    grep: 'MHE0010',
    term: 'autumn',
  },
];

const primaryGrep: Readonly<Record<string, string>> = { MAT: 'MAT0003', NOR: 'NOR0216' };
const middleGrep: Readonly<Record<string, string>> = { MAT: 'MAT0006', NOR: 'NOR0216' };

/** A stage is what the curriculum's goals are set for, and what a school's subject groups follow. */
export const allStages = ['1-4', '5-7', '8-10', 'voksen'] as const;
export type Stage = (typeof allStages)[number];

export function stageOf(grade: number): Stage {
  if (grade <= 4) return '1-4';
  return grade <= 7 ? '5-7' : '8-10';
}

const withGrep = (grep: Readonly<Record<string, string>>): readonly Subject[] =>
  common.map((subject) => {
    const code = grep[subject.code];
    return code === undefined ? subject : { ...subject, grep: code };
  });

export const subjectsOf: Readonly<Record<Stage, readonly Subject[]>> = {
  '1-4': [...withGrep(primaryGrep), { code: 'UTE', nb: 'Uteskole', nn: 'Uteskule', short: 'Uteskole' }],
  '5-7': [
    ...withGrep(middleGrep),
    { code: 'FYS', nb: 'Fysisk aktivitet', nn: 'Fysisk aktivitet', short: 'Fysak' },
  ],
  '8-10': [
    ...common,
    { code: 'UTV', nb: 'Utdanningsvalg', nn: 'Utdanningsval', short: 'UTV', grep: 'UTV0010' },
  ],
  voksen: common.slice(0, 5),
};

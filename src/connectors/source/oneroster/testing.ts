/** A small OneRoster 1.2 set for tests: two schools, a class, two pupils, a teacher and a guardian. */
import { zip, type ZipEntry } from '../text/testing.ts';
import { columnsOf, type PartName, partNames } from './columns.ts';

export type Rows = readonly Readonly<Record<string, string>>[];
export type TestSet = Partial<Record<PartName, Rows>>;

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A file with all the columns of its kind. */
export function csvOf(name: PartName, rows: Rows): string {
  const columns = [...columnsOf(name).known];
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? '')).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

interface SetOptions {
  mode?: 'bulk' | 'delta';
  /** Texts that stand instead of, or beside, those made of rows. */
  files?: Readonly<Record<string, string>>;
  manifest?: string;
}

export function manifestOf(modes: Readonly<Record<string, string>>): string {
  const lines = Object.entries(modes).map(([name, mode]) => `file.${name.replace('.csv', '')},${mode}`);
  return `propertyName,value\nmanifest.version,1.0\noneroster.version,1.2\n${lines.join('\n')}\nsource.systemName,Testskole SAS\nsource.systemCode,testsas\n`;
}

export function zipSet(set: TestSet, { mode = 'bulk', files = {}, manifest }: SetOptions = {}): Buffer {
  const texts = new Map<string, string>();
  const modes: Record<string, string> = {};
  for (const name of partNames) {
    const rows = set[name];
    if (!rows) continue;
    texts.set(name, csvOf(name, rows));
    modes[name] = mode;
  }
  texts.set('manifest.csv', manifest ?? manifestOf(modes));
  for (const [name, text] of Object.entries(files)) texts.set(name, text);
  const entries: ZipEntry[] = [...texts].map(([name, text]) => ({ name, data: Buffer.from(text) }));
  return zip(entries);
}

export const smallSet = {
  'orgs.csv': [
    { sourcedId: 'o', name: 'Fjordby kommune', type: 'district', identifier: '974589648' },
    { sourcedId: 's1', name: 'Granlia skole', type: 'school', identifier: '976820037', parentSourcedId: 'o' },
    { sourcedId: 's2', name: 'Solvika skole', type: 'school', parentSourcedId: 'o' },
    { sourcedId: 'd1', name: 'Mellomtrinnet', type: 'department', parentSourcedId: 's1' },
  ],
  'academicSessions.csv': [
    {
      sourcedId: 't1',
      title: 'Høst 2026',
      type: 'term',
      startDate: '2026-08-17',
      endDate: '2026-12-20',
      schoolYear: '2027',
    },
    {
      sourcedId: 't2',
      title: 'Vår 2027',
      type: 'term',
      startDate: '2027-01-04',
      endDate: '2027-06-19',
      schoolYear: '2027',
    },
  ],
  'courses.csv': [
    { sourcedId: 'k7', title: 'Klasse', orgSourcedId: 'o' },
    { sourcedId: 'mat', title: 'Matematikk', courseCode: 'MAT0015', orgSourcedId: 'o' },
  ],
  'classes.csv': [
    {
      sourcedId: '7a',
      title: '7A',
      grades: '07',
      courseSourcedId: 'k7',
      classType: 'homeroom',
      schoolSourcedId: 's1',
      termSourcedIds: 't1,t2',
    },
    {
      sourcedId: '7a-mat',
      title: 'Matematikk 7A',
      courseSourcedId: 'mat',
      classType: 'scheduled',
      schoolSourcedId: 'd1',
      termSourcedIds: 't1',
    },
  ],
  'users.csv': [
    {
      sourcedId: 'p1',
      enabledUser: 'true',
      username: 'ase',
      givenName: 'Åse',
      familyName: 'Ødegård',
      userIds: '{Fnr:09119311111},{Feide:ase@fjordby.no}',
      email: 'ase@fjordby.no',
      sms: '98765432',
      agentSourcedIds: 'g1',
      primaryOrgSourcedId: 's1',
    },
    {
      sourcedId: 'p2',
      enabledUser: 'true',
      username: 'bjorg',
      givenName: 'Bjørg',
      familyName: 'Æsøy',
      primaryOrgSourcedId: 's1',
    },
    {
      sourcedId: 't1',
      enabledUser: 'true',
      username: 'kari',
      givenName: 'Kari',
      familyName: 'Moe',
      primaryOrgSourcedId: 's2',
    },
    { sourcedId: 'g1', enabledUser: 'true', username: 'mor', givenName: 'Mor', familyName: 'Ødegård' },
  ],
  'demographics.csv': [{ sourcedId: 'p1', birthDate: '2014-03-02', sex: 'female' }],
  'roles.csv': [
    { sourcedId: 'r1', userSourcedId: 'p1', roleType: 'primary', role: 'student', orgSourcedId: 's1' },
    { sourcedId: 'r2', userSourcedId: 'p2', roleType: 'primary', role: 'student', orgSourcedId: 'd1' },
    { sourcedId: 'r3', userSourcedId: 't1', roleType: 'primary', role: 'teacher', orgSourcedId: 's1' },
    { sourcedId: 'r4', userSourcedId: 't1', roleType: 'primary', role: 'principal', orgSourcedId: 's2' },
    { sourcedId: 'r5', userSourcedId: 'g1', roleType: 'primary', role: 'guardian', orgSourcedId: 's1' },
  ],
  'enrollments.csv': [
    { sourcedId: 'e1', classSourcedId: '7a', schoolSourcedId: 's1', userSourcedId: 'p1', role: 'student' },
    {
      sourcedId: 'e2',
      classSourcedId: '7a',
      schoolSourcedId: 's1',
      userSourcedId: 't1',
      role: 'teacher',
      primary: 'true',
      beginDate: '2026-08-17',
      endDate: '2027-06-19',
    },
    {
      sourcedId: 'e3',
      classSourcedId: '7a-mat',
      schoolSourcedId: 's1',
      userSourcedId: 'p1',
      role: 'student',
    },
  ],
} as const satisfies TestSet;

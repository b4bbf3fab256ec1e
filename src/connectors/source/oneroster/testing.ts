/** A small OneRoster 1.2 set for tests: two schools, a class, two pupils, a teacher and a guardian. */
import { zip, type ZipEntry } from '../text/testing.ts';
import {
  columnsOf,
  type Dialect,
  oneRoster11,
  ownName,
  type PartName,
  partNames,
  schoolDataSync,
} from './columns.ts';

export type Rows = readonly Readonly<Record<string, string>>[];
export type TestSet = Partial<Record<PartName, Rows>>;

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A file with all the columns of its kind. */
export function csvOf(name: PartName, rows: Rows, dialect?: Dialect): string {
  const columns = [...columnsOf(name, dialect).known];
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? '')).join(','));
  const headings = columns.map((column) => (dialect ? ownName(dialect, name, column) : column));
  return `${[headings.join(','), ...lines].join('\r\n')}\r\n`;
}

interface SetOptions {
  mode?: 'bulk' | 'delta';
  /** Texts that stand instead of, or beside, those made of rows. */
  files?: Readonly<Record<string, string>>;
  manifest?: string;
  dialect?: Dialect;
}

export function manifestOf(modes: Readonly<Record<string, string>>, dialect?: Dialect): string {
  const version = dialect === oneRoster11 ? '1.1' : '1.2';
  const lines = Object.entries(modes).map(([name, mode]) => `file.${name.replace('.csv', '')},${mode}`);
  return `propertyName,value\nmanifest.version,1.0\noneroster.version,${version}\n${lines.join('\n')}\nsource.systemName,Testskole SAS\nsource.systemCode,testsas\n`;
}

export function zipSet(
  set: TestSet,
  { mode = 'bulk', files = {}, manifest, dialect }: SetOptions = {},
): Buffer {
  const texts = new Map<string, string>();
  const modes: Record<string, string> = {};
  for (const name of partNames) {
    const rows = set[name];
    if (!rows) continue;
    texts.set(name, csvOf(name, rows, dialect));
    modes[name] = mode;
  }
  if (dialect !== schoolDataSync) texts.set('manifest.csv', manifest ?? manifestOf(modes, dialect));
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

/** The same two schools as School Data Sync has them: no kinds of classes, years on the roles, kin in a file. */
export const smallSds = {
  'orgs.csv': [
    { sourcedId: 'o', name: 'Fjordby kommune', type: 'municipality' },
    { sourcedId: 's1', name: 'Granlia skole', type: 'school', parentSourcedId: 'o' },
    { sourcedId: 's2', name: 'Solvika skole', type: 'school', parentSourcedId: 'o' },
  ],
  'academicSessions.csv': [
    {
      sourcedId: 'y',
      title: '2026/27',
      type: 'schoolYear',
      schoolYear: '2027',
      startDate: '2026-08-17',
      endDate: '20270618',
    },
  ],
  'courses.csv': [{ sourcedId: 'mat', title: 'Matematikk', courseCode: 'MAT0015' }],
  'classes.csv': [
    {
      sourcedId: 'm7',
      schoolSourcedId: 's1',
      title: 'Matematikk 7A',
      termSourcedIds: 'y',
      courseSourcedId: 'mat',
    },
    { sourcedId: 'k7', schoolSourcedId: 's1', title: '7A' },
  ],
  'users.csv': [
    {
      sourcedId: 'p1',
      username: 'ase@fjordby.no',
      givenName: 'Åse',
      familyName: 'Ødegård',
      email: 'ase@fjordby.no',
      password: 'hemmelig-1',
    },
    { sourcedId: 't1', username: 'kari@fjordby.no', givenName: 'Kari', familyName: 'Moe' },
    { sourcedId: 'g1', username: 'mor@example.no', givenName: 'Mor', familyName: 'Ødegård' },
  ],
  'roles.csv': [
    { userSourcedId: 'p1', orgSourcedId: 's1', role: 'student', grade: '07', sessionSourcedId: 'y' },
    { userSourcedId: 't1', orgSourcedId: 's1', role: 'teacher' },
    {
      userSourcedId: 't1',
      orgSourcedId: 's2',
      role: 'principal',
      isPrimary: 'true',
      beginDate: '20260801',
      endDate: '20270731',
    },
  ],
  'enrollments.csv': [
    { classSourcedId: 'm7', userSourcedId: 'p1', role: 'student' },
    { classSourcedId: 'm7', userSourcedId: 't1', role: 'teacher' },
  ],
  'demographics.csv': [{ sourcedId: 'p1', sex: 'female', birthDate: '2014-03-02' }],
  'relationships.csv': [
    { userSourcedId: 'p1', relationshipUserSourcedId: 'g1', relationshipRole: 'parent' },
    { userSourcedId: 'p1', relationshipUserSourcedId: 't1', relationshipRole: 'doctor' },
  ],
} as const satisfies TestSet;

/** The small set as OneRoster 1.1 has it: the role and the schools stand with the person. */
const { 'roles.csv': _roles, 'users.csv': users12, ...without } = smallSet;
const places: Readonly<Record<string, { role: string; orgSourcedIds: string }>> = {
  p1: { role: 'student', orgSourcedIds: 's1' },
  p2: { role: 'student', orgSourcedIds: 'd1' },
  t1: { role: 'teacher', orgSourcedIds: 's1,s2' },
  g1: { role: 'guardian', orgSourcedIds: 's1' },
};
export const small11 = {
  ...without,
  'users.csv': users12.map((user) =>
    Object.assign({ orgSourcedIds: '', role: '' }, user, places[user.sourcedId]),
  ),
} satisfies TestSet;

/** Which column of a CSV file holds what: guessed from the headings, shown, and corrected by whoever sends the file. */
import { z } from 'zod';

import { orNothing } from './fields.ts';

export const csvFields = [
  'id',
  'nationalNumber',
  'givenName',
  'familyName',
  'fullName',
  'birthDate',
  'gender',
  'email',
  'mobilePhone',
  'username',
  'feideId',
  'role',
  'title',
  'school',
  'schoolNumber',
  'class',
  'grade',
  'groups',
  'begin',
  'end',
] as const;
export type CsvField = (typeof csvFields)[number];

/** As much of a file as is looked at before it is sent: the tables of most municipalities whole. */
export const previewBytes = 4_000_000;

/** What people are whose row does not say. */
export const csvRoles = ['pupil', 'teacher', 'employee'] as const;

export const CsvMapping = z.strictObject({
  /** The name of the source: people and groups of the same name are one register, night after night. */
  feed: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u)
    .default('csv'),
  /** Only a full list says something by leaving somebody out. Never guessed: undefined until somebody says it. */
  extract: z.enum(['full', 'changes']).optional(),
  /** The heading of the column each field stands in. */
  fields: z.partialRecord(z.enum(csvFields), z.string().max(200)),
  /** Undefined: a column says it of each row, or nobody has said it yet. */
  role: z.enum(csvRoles).optional(),
  /** The school of everybody in the file, when no column says it. */
  school: z.string().trim().max(200).optional(),
  /** What was answered about schools the portal does not know, by `schoolKey`: a school's code, or null for a new school. */
  schools: z.record(z.string().max(200), orNothing(z.string().max(20))).default({}),
});
export type CsvMapping = z.output<typeof CsvMapping>;

/** What a row's school is known by within a source: its number where there is one, else its name. */
export const schoolKey = (name: string | undefined, number: string | undefined): string =>
  number?.replaceAll(' ', '') || (name ?? '').trim().toLowerCase();

export type CsvMappingFault = 'id' | 'name' | 'school' | 'role' | 'extract';

/** What a mapping still lacks before a file can be read with it. */
export function mappingFaults({ fields, school, role, extract }: CsvMapping): CsvMappingFault[] {
  const has = (...names: readonly CsvField[]): boolean => names.some((name) => fields[name] !== undefined);
  const faults: CsvMappingFault[] = [];
  if (!has('id', 'nationalNumber', 'feideId', 'username', 'email')) faults.push('id');
  if (!has('fullName') && !(has('givenName') && has('familyName'))) faults.push('name');
  if (!has('school', 'schoolNumber') && !school) faults.push('school');
  if (!has('role') && role === undefined) faults.push('role');
  if (extract === undefined) faults.push('extract');
  return faults;
}

/** Which column of a CSV file holds what: guessed from the headings, shown, and corrected by whoever sends the file. */
import { z } from 'zod';

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

/** What people are whose row does not say. */
export const csvRoles = ['pupil', 'teacher', 'employee'] as const;

export const CsvMapping = z.strictObject({
  /** The name of the source: people and groups of the same name are one register, night after night. */
  feed: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u)
    .default('csv'),
  /** Only a full list says something by leaving somebody out. */
  extract: z.enum(['full', 'changes']).default('full'),
  /** The heading of the column each field stands in. */
  fields: z.partialRecord(z.enum(csvFields), z.string().max(200)),
  role: z.enum(csvRoles).default('pupil'),
  /** The school of everybody in the file, when no column says it. */
  school: z.string().trim().max(200).optional(),
});
export type CsvMapping = z.output<typeof CsvMapping>;

export type CsvMappingFault = 'id' | 'name' | 'school';

/** What a mapping still lacks before a file can be read with it. */
export function mappingFaults({ fields, school }: CsvMapping): CsvMappingFault[] {
  const has = (...names: readonly CsvField[]): boolean => names.some((name) => fields[name] !== undefined);
  const faults: CsvMappingFault[] = [];
  if (!has('id', 'nationalNumber', 'feideId', 'username', 'email')) faults.push('id');
  if (!has('fullName') && !(has('givenName') && has('familyName'))) faults.push('name');
  if (!has('school', 'schoolNumber') && !school) faults.push('school');
  return faults;
}

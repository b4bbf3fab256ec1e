/** What is said of a table's columns, as the screen changes it. */
import {
  type CsvField,
  csvFields,
  CsvMapping,
  type CsvMappingFault,
  mappingFaults,
} from '#kernel/csv-mapping.ts';

import type { FilePreview } from '../contract.ts';

export const fieldOf = ({ fields }: CsvMapping, heading: string): CsvField | undefined =>
  csvFields.find((field) => fields[field] === heading);

/** A column holds one thing, and a thing stands in one column: whichever had it before is free again. */
export function withField(mapping: CsvMapping, heading: string, field: CsvField | undefined): CsvMapping {
  const fields: CsvMapping['fields'] = {};
  for (const [name, column] of Object.entries(mapping.fields)) {
    const known = csvFields.find((one) => one === name);
    if (known !== undefined && known !== field && column !== heading) fields[known] = column;
  }
  if (field !== undefined) fields[field] = heading;
  return { ...mapping, fields };
}

/** The name of the field that asks about an unknown school. */
export const schoolField = (place: number): string => `unknown-school-${place}`;

interface MappingProblem {
  code: CsvMappingFault | 'feed' | 'unknown-school';
  /** Of the field to go to. */
  name?: string;
}

/** What must be said before the file can be read. */
export function problemsOf(
  mapping: CsvMapping,
  unknownSchools: FilePreview['unknownSchools'],
): MappingProblem[] {
  const problems: MappingProblem[] = mappingFaults(mapping).map((code) =>
    code === 'id' || code === 'name' ? { code } : { code, name: code },
  );
  const unanswered = unknownSchools.findIndex(({ key }) => mapping.schools[key] === undefined);
  if (unanswered !== -1) problems.push({ code: 'unknown-school', name: schoolField(unanswered) });
  if (!CsvMapping.shape.feed.safeParse(mapping.feed).success) problems.push({ code: 'feed', name: 'feed' });
  return problems;
}

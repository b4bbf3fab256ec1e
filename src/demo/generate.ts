import { planMunicipality, type Municipality } from './municipality.ts';
import { demoDefaults, type Parameters } from './parameters.ts';
import { NAMESPACE, SOURCE, text } from './pifu-xml.ts';
import { writeGroups } from './write-groups.ts';
import { writeMemberships } from './write-memberships.ts';
import { writePersons } from './write-persons.ts';

/**
 * A municipality as a PIFU-IMS 1.3 file, in pieces of text from some bytes to some megabytes. People are
 * made again for each of the three parts of the file rather than remembered, so memory does not grow.
 * Throws a RangeError naming the parameter before the first piece if the municipality cannot be made.
 */
export function generate(parameters: Partial<Parameters> = {}): Iterable<string> {
  return writeFile(planMunicipality({ ...demoDefaults, ...parameters }));
}

function* writeFile(m: Municipality): Generator<string> {
  yield head(m);
  yield* writePersons(m);
  yield* writeGroups(m);
  yield* writeMemberships(m);
  yield '</enterprise>\n';
}

function head({ parameters }: Municipality): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<enterprise xmlns="${NAMESPACE}">
<properties lang="no"><comments>${text(parameters.municipality)}: oppdiktede personer, skoler og numre</comments><datasource>${SOURCE}</datasource><type>full</type><datetime>${parameters.date}T16:05:00</datetime></properties>
`;
}

import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { generate } from './generate.ts';
import { demoDefaults, type Parameters } from './parameters.ts';

const usage = `Writes the demo municipality as a PIFU-IMS 1.3 file.

  --out FILE             where to write (required; - for standard output)
  --schools N            ${demoDefaults.schools}
  --pupils N             ${demoDefaults.pupils}
  --employees N          ${demoDefaults.employees}
  --municipality NAME    ${demoDefaults.municipality}
  --date yyyy-mm-dd      ${demoDefaults.date}; decides the school year
  --seed N               ${demoDefaults.seed}
  --guardians SHARE      share of households with guardians in the file, 0-1
  --changes SHARE        the next night's file: share of people new, left, moved or renamed, such as 0.5%
  --night N              which night's changes, 1-10
  --without-school CODE  leave out a school and all who are only there
`;

/** Reads the command line. Throws an Error whose message can be shown as it is. */
export function readArguments(args: readonly string[]): { out: string; parameters: Partial<Parameters> } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      out: text,
      schools: text,
      pupils: text,
      employees: text,
      municipality: text,
      date: text,
      seed: text,
      guardians: text,
      changes: text,
      night: text,
      'without-school': text,
    },
  });
  const { out, municipality, date } = values;
  if (out === undefined || out === '') throw new Error('--out is missing');
  const withoutSchool = values['without-school'];
  return {
    out,
    parameters: {
      ...Object.fromEntries(numbers.flatMap((key) => numberOf(key, values[key]))),
      ...(municipality !== undefined && { municipality }),
      ...(date !== undefined && { date }),
      ...(withoutSchool !== undefined && { withoutSchool }),
    },
  };
}

const numbers = [
  'schools',
  'pupils',
  'employees',
  'seed',
  'guardians',
  'changes',
  'night',
] as const satisfies readonly (keyof Parameters)[];

function numberOf(key: string, given: string | undefined): [string, number][] {
  if (given === undefined) return [];
  const match = /^(-?\d+(?:[.,]\d+)?)(%?)$/.exec(given.trim());
  if (!match?.[1]) throw new Error(`--${key} must be a number, not "${given}"`);
  const value = Number(match[1].replace(',', '.'));
  return [[key, match[2] === '%' ? value / 100 : value]];
}

/** Writes under another name first, so that whoever watches the folder never sees half a file. */
export async function writePifu(out: string, parameters: Partial<Parameters>): Promise<void> {
  const chunks = Readable.from(generate(parameters));
  if (out === '-') {
    await pipeline(chunks, process.stdout, { end: false });
    return;
  }
  const unfinished = `${out}.part`;
  try {
    await pipeline(chunks, createWriteStream(unfinished));
    await rename(unfinished, out);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

if (import.meta.main) {
  try {
    const { out, parameters } = readArguments(process.argv.slice(2));
    await writePifu(out, parameters);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 1;
  }
}

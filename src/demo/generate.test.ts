import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { idnr } from '@navikt/fnrvalidator';
import { describe, expect, it } from 'vitest';

import { generate } from './generate.ts';
import { difficultNames } from './names/difficult-names.ts';
import type { Parameters } from './parameters.ts';
import { groupLevels } from './pifu-xml.ts';
import { readBack } from './testing.ts';

const fjordby = readBack();
const odd = { schools: 3, pupils: 37, employees: 11, municipality: 'Å & <Ø> kommune', seed: 7 };

function hashOf(parameters: Partial<Parameters>): string {
  const hash = createHash('sha256');
  for (const chunk of generate(parameters)) hash.update(chunk);
  return hash.digest('hex');
}

function namesOf(parameters: Partial<Parameters>): string[] {
  return [...readBack(parameters).persons.values()].map(({ fullName }) => fullName);
}

function membersWith(pattern: RegExp): number {
  return fjordby.members.filter(({ xml }) => pattern.test(xml)).length;
}

describe('the demo municipality', () => {
  it('is the same to the byte every time it is made from the same seed', () => {
    expect(hashOf({})).toBe(hashOf({}));
  });

  it('has other people when the seed is another', () => {
    expect(namesOf({ seed: 1 })).not.toEqual(namesOf({ seed: 2 }));
  });

  it('has the figures of the model', () => {
    const count = (type: string) =>
      [...fjordby.groups.values()].filter((group) => group.type === type).length;
    const ids = [...fjordby.persons.keys()];
    expect(ids.filter((id) => /^[EV]/.test(id))).toHaveLength(3600);
    expect(ids.filter((id) => id.startsWith('A'))).toHaveLength(650);
    expect(count('skole')).toBe(12);
    expect(count('basisgruppe')).toBeGreaterThanOrEqual(156);
    expect(count('basisgruppe')).toBeLessThanOrEqual(172);
    expect(count('kontaktlærergruppe')).toBe(2 * count('basisgruppe'));
    expect(Math.abs(count('undervisningsgruppe') - 1800)).toBeLessThan(60);
    expect(Math.abs(fjordby.groups.size - 2900)).toBeLessThan(100);
    expect(Math.abs(fjordby.members.length - 106_000)).toBeLessThan(3000);
  });

  it('has every kind of group the format knows, with its own number', () => {
    const found = new Map([...fjordby.groups.values()].map(({ type, level }) => [type, Number(level)]));
    expect(Object.fromEntries(found)).toEqual({ ...groupLevels, skoleeier: 1, skole: 2 });
  });

  it('places every group under the school or the owner it says', () => {
    for (const { id, type, parent } of fjordby.groups.values()) {
      const above = fjordby.groups.get(parent)?.type;
      expect([id, above]).toEqual([id, type === 'skoleeier' || type === 'skole' ? 'skoleeier' : 'skole']);
    }
  });

  it.each([
    ['Fjordby', {}],
    ['an odd small one', odd],
    ['a changed one with a school gone', { changes: 0.1, withoutSchool: 'SOL' }],
  ])('points in %s only at people and groups that are there', (_, parameters) => {
    const file = readBack(parameters);
    const lost = file.members.filter(
      ({ group, person }) => !file.groups.has(group) || !file.persons.has(person),
    );
    expect(lost).toEqual([]);
    const guardians = [...file.xml.matchAll(/type="guardian">.*?<id>(.*?)</g)].map(([, id = '']) => id);
    expect(guardians.filter((id) => !file.persons.has(id))).toEqual([]);
  });

  it('never lists a person twice in a group with the same role and time', () => {
    const seen = new Set<string>();
    const twice = fjordby.members.filter(({ group, xml }) => {
      const key = `${group} ${xml}`;
      return seen.has(key) || !seen.add(key);
    });
    expect(twice).toEqual([]);
  });

  it('gives guardians to most children and writes each guardian once', () => {
    const children = [...fjordby.persons.values()].filter(({ id }) => id.startsWith('E'));
    const guarded = children.filter(({ xml }) => xml.includes('type="guardian"'));
    expect(guarded.length).toBeGreaterThan(children.length * 0.95);
    const referred = new Set(
      [...fjordby.xml.matchAll(/<id>(F\d+)<\/id><\/sourcedid><\/pifu_has/g)].map(([, id]) => id),
    );
    const written = [...fjordby.persons.keys()].filter((id) => id.startsWith('F'));
    expect(new Set(written)).toEqual(referred);
  });

  it('has the names that break naive code', () => {
    const names = new Set([...fjordby.persons.values()].map(({ xml }) => /<family>(.*?)</.exec(xml)?.[1]));
    expect(difficultNames.filter(([, , family]) => !names.has(family))).toEqual([]);
  });

  it('has people at two schools with one of them primary, and people who both learn and work', () => {
    const atSchools = fjordby.members.filter(({ group }) => group.startsWith('SKOLE-'));
    const relations = Map.groupBy(atSchools, ({ person }) => person);
    const two = [...relations.values()].filter(
      (own) =>
        own.some(({ xml }) => xml.includes('Relation>1<')) &&
        own.some(({ xml }) => xml.includes('Relation>0<')),
    );
    expect(two.length).toBeGreaterThan(5);
    const both = [...relations.values()].filter((own) => {
      const xml = own.map((each) => each.xml).join('');
      return xml.includes('roletype="01"') && xml.includes('roletype="08"');
    });
    expect(both).toHaveLength(2);
  });

  it('has memberships that are over, switched off, of one term, and yet to begin', () => {
    expect(membersWith(/<status>0</)).toBeGreaterThan(5);
    expect(
      membersWith(/<status>1<\/status><timeframe><begin>2026-08-01<\/begin><end>2026-09-30/),
    ).toBeGreaterThan(5);
    expect(membersWith(/<adminperiod>2026\/2027</)).toBeGreaterThan(3600);
    expect(membersWith(/<adminperiod>H2026</)).toBeGreaterThan(3000);
    expect(membersWith(/<adminperiod>V2027</)).toBeGreaterThan(3000);
    expect(membersWith(/<begin>2027-01-04</)).toBeGreaterThan(0);
  });

  it('moves the same pupils up a grade the next school year', () => {
    const next = readBack({ date: '2027-08-20' });
    const pupilsOf = (file: typeof next, grade: number) =>
      file.members.filter(({ group }) => group.endsWith(`-TRINN-${grade}`)).map(({ person }) => person);
    expect(new Set(pupilsOf(next, 4))).toEqual(new Set(pupilsOf(fjordby, 3)));
    expect(pupilsOf(next, 1).every((id) => !fjordby.persons.has(id))).toBe(true);
    const stayed = [...fjordby.persons.values()].filter(({ id }) => next.persons.has(id));
    expect(stayed.length).toBeGreaterThan(3000);
    for (const { id, number, birthday } of stayed) {
      const now = next.persons.get(id);
      expect([now?.number, now?.birthday]).toEqual([number, birthday]);
    }
  });
});

describe('the national numbers of the demo', () => {
  const pupilNumbers = [...fjordby.persons.values()].flatMap(({ id, number, birthday, gender }) =>
    number === undefined ? [] : [{ id, number, birthday, gender }],
  );
  const digits = pupilNumbers.filter(({ number }) => number.length === 11);

  it('are synthetic and valid but for the two that are wrong on purpose', () => {
    const wrong = digits.filter(({ number }) => idnr(number).status === 'invalid');
    expect(wrong.map(({ id }) => id)).toEqual(['E2016000001', 'E2011000001']);
    for (const { number } of digits) expect(Number(number.slice(2, 4))).toBeGreaterThan(80);
  });

  it('agree with the birth date and the gender of their owner', () => {
    for (const { number, birthday, gender } of digits) {
      const day = Number(number.slice(0, 2)) % 40;
      const told = `${number.slice(4, 6)}-${String(Number(number.slice(2, 4)) - 80).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      expect(birthday?.slice(2)).toBe(told);
      expect(gender).toBe(Number(number[8]) % 2 === 0 ? '1' : '2');
    }
  });

  it('belong to one person each, but for the one that two share', () => {
    const owners = Map.groupBy(pupilNumbers, ({ number }) => number);
    const shared = [...owners.values()].filter((own) => own.length > 1);
    expect(shared.map((own) => own.map(({ id }) => id))).toEqual([['E2013000001', 'E2013000002']]);
  });

  it('are D-numbers, DUF-numbers, provisional or missing for a few', () => {
    expect(digits.filter(({ number }) => Number(number[0]) >= 4).length).toBeGreaterThanOrEqual(3);
    expect(pupilNumbers.filter(({ number }) => number.length === 12).length).toBeGreaterThan(0);
    expect(pupilNumbers.filter(({ number }) => number.length === 13)).toHaveLength(1);
    expect(fjordby.xml).toContain('useridtype="personLIN"');
    const pupils = [...fjordby.persons.values()].filter(({ id }) => id.startsWith('E'));
    const without = pupils.filter(({ xml }) => !/personNIN|personLIN/.test(xml));
    expect(without.map(({ id }) => id)).toEqual(['E2012000001']);
  });

  it('are with one shielded pupil who has no guardians, telephone or address in the file', () => {
    const shielded = [...fjordby.persons.values()].filter(({ xml }) => xml.includes('Adressesperre'));
    expect(shielded.map(({ id }) => id)).toEqual(['E2014000001']);
    expect(shielded[0]?.xml).not.toMatch(/pifu_hasContactPerson|<tel|<adr|<email/);
  });

  it('come with organisation numbers that begin with 3 and have the right check digit', () => {
    const numbers = [...fjordby.xml.matchAll(/organizationNumber"><pifu_value>(\d{9})</g)].map(
      ([, n = '']) => n,
    );
    expect(new Set(numbers).size).toBe(13);
    for (const number of numbers) {
      const sum = [3, 2, 7, 6, 5, 4, 3, 2, 1].reduce(
        (total, weight, at) => total + weight * Number(number[at]),
        0,
      );
      expect([number[0], sum % 11]).toEqual(['3', 0]);
    }
  });
});

describe('the official schema', () => {
  const schema = fileURLToPath(new URL('../../../shared/data/pifu/PIFU-IMS_SAS.xsd', import.meta.url));
  const xmllint = spawnSync('xmllint', ['--version']);
  const missing = !existsSync(schema) ? 'schema not beside the checkout' : xmllint.error ? 'no xmllint' : '';

  it.for<[string, Partial<Parameters>]>([
    ['Fjordby', {}],
    ['an odd small one', odd],
    ['the next night', { changes: 0.05 }],
    ['one school', { schools: 1, pupils: 10, employees: 2 }],
    ['many schools', { schools: 60, pupils: 4000, employees: 700, guardians: 0 }],
  ])('accepts %s', ([, parameters], { skip }) => {
    if (missing !== '') skip(`skipped: ${missing}`);
    const xml = [...generate(parameters)].join('');
    const run = spawnSync('xmllint', ['--noout', '--schema', schema, '-'], { input: xml, encoding: 'utf8' });
    expect(run.stderr.trim().split('\n').slice(0, 5)).toEqual(['- validates']);
  });
});

describe('memory', () => {
  it('does not grow with the municipality: 50,000 people are made within 48 MB of heap', () => {
    const module = new URL('generate.ts', import.meta.url).href;
    const code = `import { generate } from '${module}';
      let persons = 0;
      for (const chunk of generate({ schools: 150, pupils: 26000, employees: 5000 })) {
        persons += chunk.split('<person>').length - 1;
      }
      process.stdout.write(String(persons));`;
    const run = spawnSync(process.execPath, ['--max-old-space-size=48', '--input-type=module', '-e', code], {
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(Number(run.stdout)).toBeGreaterThan(50_000);
  }, 60_000);
});

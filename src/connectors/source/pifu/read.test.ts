import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { SourceFailure, type SourceItem, type SourceReader, type SourceRecord } from '../port.ts';
import { readPifu } from './read.ts';

const V1 = 'http://pifu.no/xsd/pifu-ims_sas/pifu-ims_sas-v1';
const properties =
  '<properties lang="no"><datasource>sas</datasource><type>full</type><datetime>2026-08-17T10:00:00</datetime></properties>';
const named = '<name><fn>Åse Ødegård</fn><n><family>Ødegård</family><given>Åse</given></n></name>';
const ase = `<person><sourcedid><source>sas</source><id>1</id></sourcedid>${named}</person>`;

const enterprise = (content: string, namespace = V1): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<enterprise xmlns="${namespace}">${properties}${content}</enterprise>`;

/** Handed over in pieces of 7 bytes, so that names, tags and letters are cut everywhere. */
async function* pieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function collect(source: SourceReader): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  for await (const batch of source) items.push(...batch);
  return items;
}

async function read(content: string | Uint8Array): Promise<SourceItem[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return collect(readPifu(pieces(bytes)));
}

const ofKind = <Kind extends SourceItem['kind']>(items: SourceItem[], kind: Kind) =>
  items.filter((item): item is Extract<SourceItem, { kind: Kind }> => item.kind === kind);

const people = async (content: string) => ofKind(await read(enterprise(content)), 'person');
const problems = async (content: string) => ofKind(await read(enterprise(content + ase)), 'problem');

async function failure(content: string | Uint8Array): Promise<SourceFailure> {
  const error: unknown = await read(content).catch((reason: unknown) => reason);
  if (!(error instanceof SourceFailure)) throw new Error('the file was read to its end');
  return error;
}

describe('a whole file', () => {
  it.each(['1.1', '1.2', 'v1'])('of version %s is read', async (version) => {
    const items = await read(enterprise(ase, V1.replace('v1', version)));
    expect(items.map(({ kind }) => kind)).toEqual(['header', 'person']);
  });

  it('may use a prefix, and foreign elements in it are passed over', async () => {
    const prefixed =
      `<p:enterprise xmlns:p="${V1}" xmlns:x="urn:x">${properties}<x:person><x:name>no</x:name></x:person>${ase}</p:enterprise>`
        .replaceAll(/<(\/?)(?!\/|[px]:)/g, '<$1p:')
        .replaceAll('<p:?', '<?');
    const items = await read(prefixed);
    expect(items.map(({ kind }) => kind)).toEqual(['header', 'person']);
  });

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${enterprise(ase)}`)],
    ['ISO-8859-1', Buffer.from(enterprise(ase).replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['Windows-1252', Buffer.from(enterprise(ase).replace('UTF-8', 'windows-1252'), 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${enterprise(ase).replace('UTF-8', 'UTF-16')}`, 'utf16le')],
  ])('in %s keeps its letters', async (_, bytes) => {
    expect(ofKind(await read(bytes), 'person')[0]?.familyName).toBe('Ødegård');
  });

  const example = path.resolve('../shared/data/pifu/PIFU-IMS_SAS_eksempel.xml');
  it.skipIf(!existsSync(example))(
    'the official example has its people, groups and two deviations',
    async () => {
      const items = await collect(readPifu(createReadStream(example)));
      const found = ofKind(items, 'person');
      expect(found.map(({ displayName }) => displayName)).toEqual([
        'Dr Janne A. Stor',
        'Ola Tobias Hansen Nordmann',
        'Morten Stor',
        'Jon Nordmann',
        'Bertha Nordmann',
      ]);
      expect(found.filter(({ invalidColumns }) => invalidColumns.includes('nationalNumber'))).toHaveLength(2);
      expect(found[0]?.ids.self.id).toBe('global_ID_01235');
      expect(found[0]?.ids.former.map(({ id }) => id)).toEqual(['Måne_personid_1235']);
      expect(found[1]?.contacts.map(({ relation }) => relation)).toEqual(['guardian', 'guardian']);
      expect(ofKind(items, 'group').map(({ type }) => type)).toEqual([
        'owner',
        'school',
        'basis',
        'instruction',
        'tutor',
        'grade',
        'programme',
        'programme-area',
        'subject',
      ]);
      expect(JSON.stringify(items)).not.toContain('4bee4fc53ab2a25fb6bc15b892e97b82');
    },
  );
});

describe('a person', () => {
  it('with one name has it as the family name', async () => {
    const [person] = await people(
      '<person><sourcedid><source>sas</source><id>1</id></sourcedid><name><n><given>Áile</given></n></name></person>',
    );
    expect(person).toMatchObject({ givenName: '', familyName: 'Áile', displayName: 'Áile' });
  });

  it('never brings the password of its user name along', async () => {
    const [person] = await people(
      ase.replace(named, `<userid useridtype="username" password="hemmelig">aseod</userid>${named}`),
    );
    expect(person?.username).toBe('aseod');
    expect(JSON.stringify(person)).not.toContain('hemmelig');
  });

  it('with a wrong number, date or address is flagged and kept', async () => {
    const [person] = await people(
      ase.replace(
        named,
        `<userid useridtype="personNIN">17097055655</userid>${named}` +
          '<demographics><gender>1</gender><bday>1970-02-30</bday></demographics><email>ingen</email>',
      ),
    );
    expect(person?.invalidColumns).toEqual(['nationalNumber', 'birthDate', 'email']);
    expect(person).toMatchObject({ gender: 'female', familyName: 'Ødegård' });
    expect(person).not.toHaveProperty('birthDate');
  });

  it('that became inactive says so', async () => {
    const status = '<extension><pifu_status type="activeInactive">inaktiv</pifu_status></extension>';
    const [person] = await people(ase.replace('</person>', `${status}</person>`));
    expect(person?.active).toBe(false);
  });
});

const group = (type: string, rest = ''): string =>
  `<group><sourcedid><source>sas</source><id>g</id></sourcedid><grouptype><scheme>pifu-ims-go-grp</scheme>${type}</grouptype><description><short>7A</short></description>${rest}<relationship relation="1"><sourcedid><source>sas</source><id>s</id></sourcedid><label>S</label></relationship></group>`;
const member = (role: string): string =>
  `<membership><sourcedid><source>sas</source><id>g</id></sourcedid><member><sourcedid><source>sas</source><id>1</id></sourcedid><idtype>1</idtype>${role}</member></membership>`;

describe('a bad record is refused alone, with its reason', () => {
  it.each([
    ['person.no-id', `<person>${named}</person>`],
    ['person.no-name', '<person><sourcedid><source>sas</source><id>2</id></sourcedid></person>'],
    ['group.unknown-type', group('<typevalue level="99">klubb</typevalue>')],
    [
      'membership.no-group',
      `<membership>${member('')
        .slice(12)
        .replace(/<sourcedid>.*?<\/sourcedid>/, '')}`,
    ],
    [
      'membership.not-a-person',
      member('<role roletype="01"><status>1</status></role>').replace('>1</idtype', '>2</idtype'),
    ],
    ['membership.no-role', member('')],
    ['membership.unknown-role', member('<role roletype="77"><status>1</status></role>')],
    [
      'membership.date',
      member('<role roletype="01"><status>1</status><timeframe><begin>2026-02-31</begin></timeframe></role>'),
    ],
  ])('%s', async (code, content) => {
    const found = await problems(content);
    expect(found).toMatchObject([{ code, severity: 'rejected', line: 2 }]);
  });

  it('also one that never seems to end, by its id', async () => {
    const endless = '<email>nora@fjordby.example</email>'.repeat(6_000);
    const large = ase.replace('<id>1', '<id>9').replace('</person>', `${endless}</person>`);
    const items = await collect(readPifu(pieces(Buffer.from(enterprise(large + ase)), 65_536)));
    expect(ofKind(items, 'person')).toHaveLength(1);
    expect(ofKind(items, 'problem')).toEqual([
      {
        kind: 'problem',
        severity: 'rejected',
        code: 'record.too-large',
        line: 2,
        id: { source: 'sas', id: '9' },
        found: '<person>',
      },
    ]);
  });

  it('and the group type is known by its number where the word is not', async () => {
    const items = await read(enterprise(ase + group('<typevalue level="3">Kontaktgruppe</typevalue>')));
    expect(ofKind(items, 'group')[0]?.type).toBe('tutor');
  });

  it('a member of two roles is two memberships', async () => {
    const roles =
      '<role roletype="02"><status>1</status></role><role roletype="05"><subrole>rektor</subrole><status>0</status></role>';
    const items: SourceRecord[] = ofKind(await read(enterprise(ase + member(roles))), 'membership');
    expect(items).toMatchObject([
      { role: 'teacher', active: true },
      { role: 'leader', subrole: 'rektor', active: false },
    ]);
  });
});

describe('a file that is not whole is refused with its place', () => {
  it.each([
    ['file.empty', ''],
    ['file.empty', '  \n \n'],
    ['file.not-xml', 'id;navn\n1;Åse\n'],
    ['file.not-xml', 'PK\u0003\u0004'],
    ['file.wrong-root', '<xml><person/></xml>'],
    ['file.unknown-namespace', enterprise(ase, 'http://www.imsproject.org/xsd/imsep_rootv1p01')],
    ['file.doctype', `<!DOCTYPE enterprise [<!ENTITY a "b">]>${enterprise(ase).slice(39)}`],
    ['file.unknown-encoding', enterprise(ase).replace('UTF-8', 'EBCDIC')],
    ['file.no-header', enterprise(ase).replace(properties, '')],
    ['file.no-people', enterprise('')],
    ['file.truncated', enterprise(ase).slice(0, -5)],
    ['file.truncated', enterprise(ase).slice(0, -40)],
    ['file.broken', enterprise(ase.replace('</n>', '</navn>'))],
    ['file.broken', enterprise(ase.replace('Åse Ødegård', '&ekstern;'))],
    ['file.broken', enterprise(`<person>${'<a>'.repeat(40)}`)],
  ])('%s', async (code, content) => {
    expect((await failure(content)).code).toBe(code);
  });

  it('and the message names line, column and what was found', async () => {
    const broken = ase.replace('</n>', '</navn>');
    const error = await failure(enterprise(`\n${ase}\n${broken}`));
    expect([error.line, error.column]).toEqual([4, broken.indexOf('</navn>') + '</navn>'.length + 1]);
    expect(error.found).toBe('close-tag: enterprise/person/name');
  });

  it('bytes of another encoding than the declared one are found on their line', async () => {
    const error = await failure(Buffer.from(enterprise(`\n\n${ase}`), 'latin1'));
    expect(error).toMatchObject({ code: 'file.wrong-encoding', line: 4 });
  });
});

/** Records read straight from the text must be what the parser would have read, down to the line. */
import { expect, it } from 'vitest';

import { SourceFailure } from '../port.ts';
import { readPifu } from './read.ts';

const NAMESPACE = 'http://pifu.no/xsd/pifu-ims_sas/pifu-ims_sas-v1';
const head = `<?xml version="1.0" encoding="UTF-8"?>
<enterprise xmlns="${NAMESPACE}">
<properties lang="no"><datasource>sas</datasource><type>full</type><datetime>2026-11-20T16:00:00</datetime></properties>
`;
const person = (id: string, more = '') =>
  `<person><sourcedid><source>sas</source><id>${id}</id></sourcedid>
  <name><fn>Åse  Ødegård</fn><n><family>Øde\ngård</family><given>Åse</given></n></name>${more}</person>`;
const member = (id: string, more = '') =>
  `<member><sourcedid><source>sas</source><id>${id}</id></sourcedid><idtype>1</idtype>${more}
  <role roletype="01"  lang='no'
  ><status>1</status><empty a="1"/></role></member>`;
const group = `<group><sourcedid><source>sas</source><id>g</id></sourcedid><grouptype><scheme>pifu-ims-go-grp</scheme>
  <typevalue level="1">Basis gruppe</typevalue></grouptype><description><short>8A</short></description>
  <relationship relation="1"><sourcedid><source>sas</source><id>s</id></sourcedid></relationship></group>`;
const membership = (members: string) =>
  `<membership><sourcedid><source>sas</source><id>g</id></sourcedid>${members}</membership>\n`;

/** Items as they come, or the failure. */
async function read(text: string, piece: number): Promise<unknown[]> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; at += piece) yield await Promise.resolve(all.subarray(at, at + piece));
  }
  const items: unknown[] = [];
  try {
    for await (const batch of readPifu(bytes())) items.push(...batch);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    items.push([error.code, error.line, error.column]);
  }
  return items;
}

const failed = async (text: string, piece: number) => (await read(text, piece)).at(-1);

/** The same for the parser alone: an instruction within each record is more than the plain reader takes. */
const forParser = (text: string) => text.replaceAll(/<\/(person|group|member)>/g, '<?p ?></$1>');

const files: Record<string, string> = {
  plain: `${person('1')}\n${person('2')}${group}\n${membership(member('1') + member('2'))}`,
  'on one line': (person('1') + person('2') + membership(member('1') + member('2'))).replaceAll('\n', ' '),
  'entities here and there': `${person('1', '<email>a&amp;b@c.no</email>')}\n${person('2')}${person('3', '<x>&#229;</x>')}`,
  'records in comments and sections': `<!-- ${person('1')} -->${person('2')}<comments><![CDATA[${person('3')}]]></comments>${person('4')}`,
  'a comment that ends like a tag': `<!-- <x> -- -->`.replace(' -- ', ' ') + person('1'),
  'other name spaces': `<a:person xmlns:a="urn:x"><b/></a:person>${person('1')}<membership xmlns="urn:y">${member('1')}</membership>${person('2')}`,
  'a prefix for the same name space': `<p:membership xmlns:p="${NAMESPACE}" xmlns="urn:y">${member('1')}</p:membership>${person('1')}`,
  'a name space within a record': person('1', '<x xmlns="urn:z"><email>a@b.no</email></x>') + person('2'),
  'text between records': `${person('1')} hei ${person('2')}\n\n\n${group}`,
  'records within records': person('1', person('2')) + person('3'),
  'windows line ends': `${person('1')}\n${person('2')}\n`.replaceAll('\n', '\r\n') + person('3'),
  'signs beyond two bytes': person('1', '<email>😀@b.no</email>') + person('2'),
  'secrets left out': person('1', '<userid useridtype="username" password="hemmelig">nora</userid>'),
};

for (const [name, body] of Object.entries(files)) {
  it(`reads the same: ${name}`, async () => {
    const text = `${head}${body}</enterprise>\n`;
    const whole = await read(forParser(text), 1_000_000);
    for (const piece of [1_000_000, 97, 11]) expect(await read(text, piece)).toEqual(whole);
    expect(whole.length).toBeGreaterThan(1);
  });
}

const broken: Record<string, string> = {
  'an attribute twice': '<x a="1" a="2"/>',
  'an end without a beginning': '</x>',
  'the wrong end': '<x></y>',
  'a sign that is not allowed': '<x>\u0001</x>',
  'a bare ampersand': '<x>a & b;</x>',
  'an unquoted value': '<x a=1/>',
  'a "<" in a value': '<x a="<"/>',
  'the end of a section': '<x>]]></x>',
  'an unknown prefix': '<q:x/>',
};

for (const [name, inside] of Object.entries(broken)) {
  it(`fails the same, at the same place: ${name}`, async () => {
    const text = `${head}${person('1')}\n${person('2')}${person('3', inside)}${person('4')}</enterprise>`;
    const found = await failed(text, 1_000_000);
    expect(found).toEqual([
      'file.broken',
      text.slice(0, text.indexOf(inside)).split('\n').length,
      expect.any(Number),
    ]);
    // The parser alone; what makes it so stands on other lines.
    const alone = text.replaceAll('<person><sourcedid>', '<person><?p ?><sourcedid>');
    for (const piece of [1_000_000, 97, 11]) {
      expect(await failed(text, piece)).toEqual(found);
      expect(await failed(alone, piece)).toEqual(found);
    }
  });
}

it('is cut off wherever it is cut', async () => {
  const text = `${head}${files['plain']}</enterprise>`;
  for (let end = head.length + 1; end < text.length - 1; end += 13) {
    const last = (await read(text.slice(0, end), 500)).at(-1);
    const line = text.slice(0, end).split('\n').length;
    expect(last).toEqual(['file.truncated', line, expect.any(Number)]);
  }
});

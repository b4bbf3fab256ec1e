import { generate } from './generate.ts';
import type { Parameters } from './parameters.ts';

/** A generated file as tests look at it: made by simple matching, not by the importer that is tested with it. */
interface ReadBack {
  readonly xml: string;
  readonly persons: ReadonlyMap<string, ReadPerson>;
  readonly groups: ReadonlyMap<string, ReadGroup>;
  readonly members: readonly ReadMember[];
}

interface ReadPerson {
  readonly id: string;
  readonly xml: string;
  readonly number: string | undefined;
  readonly fullName: string;
  readonly birthday: string | undefined;
  readonly gender: string | undefined;
}

interface ReadGroup {
  readonly id: string;
  readonly type: string;
  readonly level: string;
  readonly name: string;
  readonly parent: string;
}

interface ReadMember {
  readonly group: string;
  readonly person: string;
  readonly xml: string;
}

export function readBack(parameters: Partial<Parameters> = {}): ReadBack {
  const xml = [...generate(parameters)].join('');
  const persons = new Map<string, ReadPerson>();
  for (const [, body = ''] of xml.matchAll(/<person>(.*?)<\/person>/gs)) {
    const id = first(body, /<id>(.*?)<\/id>/) ?? '';
    if (persons.has(id)) throw new Error(`Two persons have id ${id}`);
    persons.set(id, {
      id,
      xml: body,
      number: first(body, /useridtype="personNIN">(.*?)</),
      fullName: first(body, /<fn>(.*?)<\/fn>/) ?? '',
      birthday: first(body, /<bday>(.*?)</),
      gender: first(body, /<gender>(.*?)</),
    });
  }
  const groups = new Map<string, ReadGroup>();
  for (const [, body = ''] of xml.matchAll(/<group>(.*?)<\/group>/gs)) {
    const id = first(body, /<id>(.*?)<\/id>/) ?? '';
    if (groups.has(id)) throw new Error(`Two groups have id ${id}`);
    groups.set(id, {
      id,
      type: first(body, /<typevalue[^>]*>(.*?)</) ?? '',
      level: first(body, /level="(\d+)"/) ?? '',
      name: first(body, /<short>(.*?)</) ?? '',
      parent: first(body, /<relationship relation="1"><sourcedid><source>[^<]*<\/source><id>(.*?)</) ?? '',
    });
  }
  const members: ReadMember[] = [];
  for (const [, body = ''] of xml.matchAll(/<membership>(.*?)<\/membership>/gs)) {
    const group = first(body, /<id>(.*?)<\/id>/) ?? '';
    for (const [, inner = ''] of body.matchAll(/<member>(.*?)<\/member>/gs)) {
      members.push({ group, person: first(inner, /<id>(.*?)<\/id>/) ?? '', xml: inner });
    }
  }
  return { xml, persons, groups, members };
}

function first(body: string, pattern: RegExp): string | undefined {
  return pattern.exec(body)?.[1];
}

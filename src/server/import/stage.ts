/** A source's records into the stage tables, by COPY, in constant memory. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import type {
  SourceGroup,
  SourceHeader,
  SourceId,
  SourceIds,
  SourceItem,
  SourceMembership,
  SourcePerson,
  SourceProblem,
  SourceReader,
} from '#connectors/source/port.ts';
import { shown } from '#connectors/source/text/shown.ts';
import { maskNationalNumber, type NationalNumberVault } from '#server/national-number.ts';

import { type Cleaned, cleanGroup, cleanMembership, cleanPerson } from './clean-text.ts';
import { conceal } from './conceal.ts';
import { type CopyPortion, createPortion } from './copy-portion.ts';
import { type Cell, copyCells } from './copy-text.ts';
import { displayNameOf, gradeOf, nameStemOf, subjectCodeOf } from './group-name.ts';
import { storedTypeOf } from './group-type.ts';
import { createMemberRows, type MemberRows } from './member-rows.ts';
import { createMembershipFacts, type Facts, storedRoles } from './membership-facts.ts';
import { createRefs, type Refs } from './refs.ts';
import type { ImportSettings } from './settings.ts';
import { stemOf, wishedName } from './user-name.ts';

/** Columns of the stage tables in the order they are written. */
const tables = {
  stage_person:
    'n, line, first_name, last_name, gender, birth_date, cipher, hash, masked, number_kind, stem, wished, email, mobile, active, invalid',
  stage_person_id: 'n, kind, source, id',
  stage_contact: 'n, relation, source, id',
  stage_group:
    'n, line, kind, type, source_type, name, stem, abbreviation, description, email, organization_number, subject_code, grade, school_year, start_on, end_on, parent_source, parent_id, invalid',
  stage_group_id: 'n, kind, source, id',
  stage_fact: 'n, role, subrole, title, start_on, end_on, is_primary',
  stage_membership: 'group_n, fact_n, person_ns, lines',
  stage_loose:
    'line, group_source, group_id, person_source, person_id, role, subrole, title, start_on, end_on, is_primary',
  stage_ended: 'group_source, group_id, person_source, person_id, role',
  stage_problem: 'severity, code, line, source, id, found',
} as const;
type Table = keyof typeof tables;

/** A table's rows are sent when they have grown to this many bytes. */
const PORTION = 1_000_000;
/** What one batch may add to that. */
const SPARE = 200_000;

export interface Staged {
  header: SourceHeader | undefined;
  people: number;
  groups: number;
  memberships: number;
}

interface Needs {
  vault: NationalNumberVault;
  settings: ImportSettings;
  /** Told after every batch. */
  progress: (staged: Staged) => Promise<void>;
}

/** Reads the source to its end. Throws its SourceFailure; what is staged by then goes with the connection. */
export async function stage(client: pg.ClientBase, source: SourceReader, needs: Needs): Promise<Staged> {
  const staged: Staged = { header: undefined, people: 0, groups: 0, memberships: 0 };
  const waiting = new Map<Table, CopyPortion>();
  const put: Put = (table, cells, rest) => {
    let portion = waiting.get(table);
    if (portion === undefined) waiting.set(table, (portion = createPortion(PORTION + SPARE)));
    portion.add(rest === undefined ? `${copyCells(cells)}\n` : `${copyCells(cells)}\t${rest}\n`);
  };
  const known: Known = {
    people: createRefs(),
    groups: createRefs(),
    facts: createMembershipFacts(({ n, text }) => put('stage_fact', [n], text)),
    members: createMemberRows((numbers, arrays) => put('stage_membership', numbers, arrays)),
  };
  // One portion is on its way while the next is read.
  let sending: Promise<void> = Promise.resolve();
  const send = async (table: Table, portion: CopyPortion): Promise<void> => {
    if (portion.size() === 0) return;
    const bytes = portion.take();
    await sending;
    const target = client.query(copyFrom(`copy pg_temp.${table} (${tables[table]}) from stdin`));
    sending = pipeline(Readable.from([bytes]), target);
    // Heard of where it is waited for.
    sending.catch(() => undefined);
  };

  for await (const batch of source) {
    for (const item of batch) add(conceal(item, needs.vault), staged, known, put, needs);
    for (const [table, portion] of waiting) if (portion.size() > PORTION) await send(table, portion);
    await needs.progress(staged);
  }
  known.members.flush();
  for (const [table, portion] of waiting) await send(table, portion);
  await sending;
  return staged;
}

/** `rest`: the cells after, as they are to be sent. */
type Put = (table: Table, cells: readonly Cell[], rest?: string) => void;

interface Known {
  people: Refs;
  groups: Refs;
  facts: (membership: SourceMembership) => Facts;
  members: MemberRows;
}

function add(item: SourceItem, staged: Staged, known: Known, put: Put, needs: Needs): void {
  switch (item.kind) {
    case 'header':
      staged.header = item;
      break;
    case 'person':
      if (tooLong(item, [item.givenName, item.familyName], put)) break;
      staged.people += 1;
      known.people.add(item.ids.self, staged.people);
      addPerson(flagging(cleanPerson(item), put), staged.people, put, needs);
      break;
    case 'group':
      if (tooLong(item, [item.shortName], put)) break;
      staged.groups += 1;
      if (item.ended) put('stage_ended', [item.ids.self.source, item.ids.self.id, null, null, null]);
      else {
        known.groups.add(item.ids.self, staged.groups);
        addGroup(flagging(cleanGroup(item), put), staged.groups, put, needs.settings);
      }
      break;
    case 'membership':
      staged.memberships += 1;
      if (item.active) addMembership(flagging(cleanMembership(item), put), known, put);
      else addEnded(item, put);
      break;
    case 'problem':
      addProblem(item, put);
      break;
  }
}

/** Reports what was found, and goes on with the item as it is to be stored. */
function flagging<Item>({ item, problems }: Cleaned<Item>, put: Put): Item {
  for (const problem of problems) addProblem(problem, put);
  return item;
}

/** No name and no id is as long; an index of the database would refuse it, and the whole file with it. */
const LONGEST = 256;

function tooLong({ line, ids }: SourcePerson | SourceGroup, names: readonly string[], put: Put): boolean {
  const all = [ids.self, ...ids.former, ...ids.duplicates].map(({ id }) => id);
  const found = [...all, ...names].find((text) => text.length > LONGEST);
  if (found === undefined) return false;
  const id = ids.self.id.length > LONGEST ? {} : { id: ids.self };
  addProblem(
    { kind: 'problem', severity: 'rejected', code: 'record.too-large', line, ...id, found: shown(found) },
    put,
  );
  return true;
}

const genders = { female: 1, male: 2 } as const;

/** From here on the national number exists as cipher, hash and mask only. */
function addPerson(person: SourcePerson, n: number, put: Put, { vault, settings }: Needs): void {
  const number = person.nationalNumber;
  put('stage_person', [
    n,
    person.line,
    person.givenName,
    person.familyName,
    person.gender ? genders[person.gender] : 0,
    person.birthDate,
    number && vault.encrypt(number.value),
    number && vault.hash(number.value),
    number && maskNationalNumber(number.value),
    number?.kind,
    stemOf(person.givenName, person.familyName, settings.userName),
    wishedName(person.username, settings.userName),
    person.email,
    person.mobilePhone,
    person.active,
    person.invalidColumns,
  ]);
  addIds('stage_person_id', n, person.ids, put);
  for (const contact of person.contacts) {
    const relation = contact.relation === 'guardian' ? 'guardian' : 'nextOfKin';
    put('stage_contact', [n, relation, contact.person.source, contact.person.id]);
  }
}

const DESCRIPTION = 256;

function addGroup(group: SourceGroup, n: number, put: Put, settings: ImportSettings): void {
  const name = displayNameOf(group);
  const type = storedTypeOf(group.type, settings);
  put('stage_group', [
    n,
    group.line,
    group.type === 'owner' || group.type === 'school' ? group.type : 'group',
    type,
    type === 'other' ? group.type : null,
    name,
    nameStemOf(name),
    group.abbreviation,
    group.description?.replaceAll(/[<>]/g, '').slice(0, DESCRIPTION),
    group.email,
    group.organisationNumber,
    subjectCodeOf(group),
    gradeOf(group),
    group.period,
    group.begin,
    group.end,
    group.parent?.source,
    group.parent?.id,
    [],
  ]);
  addIds('stage_group_id', n, group.ids, put);
}

function addIds(table: 'stage_person_id' | 'stage_group_id', n: number, ids: SourceIds, put: Put): void {
  const one = (kind: string, { source, id }: SourceId): void => put(table, [n, kind, source, id]);
  one('current', ids.self);
  for (const id of ids.former) one('old', id);
  for (const id of ids.duplicates) one('duplicate', id);
}

function addMembership(membership: SourceMembership, known: Known, put: Put): void {
  const { line, group, person } = membership;
  const [groupN, personN] = [known.groups.find(group), known.people.find(person)];
  const facts = known.facts(membership);
  if (groupN !== undefined && personN !== undefined) {
    known.members.add(groupN, facts.n, personN, line);
  } else {
    put('stage_loose', [line, group.source, group.id, person.source, person.id], facts.text);
  }
}

/** In a whole file an ended membership is as good as not sent; among changes it is what has to be said. */
function addEnded({ group, person, role }: SourceMembership, put: Put): void {
  put('stage_ended', [group.source, group.id, person.source, person.id, storedRoles[role]]);
}

function addProblem({ severity, code, line, id, found }: SourceProblem, put: Put): void {
  put('stage_problem', [severity, code, line, id?.source, id?.id, found]);
}

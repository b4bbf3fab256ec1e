/**
 * OneRoster 1.2 by REST: the rostering service's collections page by page, read by the same readers as the CSV binding
 * (https://www.imsglobal.org/sites/default/files/spec/oneroster/v1p2/rostering-restbinding/OneRosterv1p2RosteringService_RESTBindv1p0.html).
 * Signing in is OAuth 2.0 client credentials, as the 1EdTech security framework has it.
 */
import { z } from 'zod';

import { fetchFailure } from '../fetch/failure.ts';
import { askJson, basicAuthorization, type JsonAnswer } from '../fetch/https.ts';
import { SourceFailure, type SourceId, type SourceItem, type SourceProblem } from '../port.ts';
import { shown } from '../text/shown.ts';
import { createClasses } from './classes.ts';
import { columnsOf, oneRoster12, type PartName } from './columns.ts';
import { createMemberships } from './memberships.ts';
import { createOrgs } from './orgs.ts';
import type { PartItem, PartRow } from './part.ts';
import { createUsers } from './users.ts';

export interface RestService {
  /** Up to and including `/ims/oneroster/rostering/v1p2`. */
  address: string;
  tokenAddress: string;
  clientId: string;
  secret: string;
  /** What its ids are ids of, night after night. */
  feed: string;
}

const base = 'https://purl.imsglobal.org/spec/or/v1p2/scope';
const SCOPES = `${base}/roster.readonly ${base}/roster-demographics.readonly`;
const PAGE = 1_000;
/** A service that never says that it is at its end. */
const MOST_RECORDS = 20_000_000;

const Token = z.object({ access_token: z.string(), expires_in: z.number().optional() });
const Reference = z.object({ sourcedId: z.string() });
const JsonObject = z.record(z.string(), z.unknown());
type Json = z.output<typeof JsonObject>;

interface Session {
  ask: (path: string) => Promise<JsonAnswer>;
}

/** A token lasts an hour at most; a large roster takes longer. */
function openSession({ address, tokenAddress, clientId, secret }: RestService): Session {
  let token: { value: string; until: number } | undefined;
  const tokenNow = async (): Promise<string> => {
    if (token && Date.now() < token.until) return token.value;
    const { body } = await askJson(tokenAddress, {
      method: 'POST',
      headers: {
        authorization: basicAuthorization(encodeURIComponent(clientId), encodeURIComponent(secret)),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPES }).toString(),
    });
    const { data } = Token.safeParse(body);
    if (!data) throw fetchFailure('fetch.wrong-answer', 'no access token');
    // Renewed a little before it ends.
    token = {
      value: data.access_token,
      until: Date.now() + Math.max((data.expires_in ?? 300) - 30, 5) * 1_000,
    };
    return token.value;
  };
  return {
    ask: async (path) =>
      askJson(`${address.replace(/\/$/, '')}${path}`, {
        headers: { authorization: `Bearer ${await tokenNow()}` },
      }),
  };
}

/** Whether the service lets the portal in and answers as it should. Throws `fetch.*`. */
export async function tryRest(service: RestService): Promise<void> {
  const { body } = await openSession(service).ask('/orgs?limit=1&offset=0');
  recordsOf(body, 'orgs');
}

function recordsOf(body: unknown, name: string): Json[] {
  const { data } = z.object({ [name]: z.array(JsonObject) }).safeParse(body);
  const records = data?.[name];
  if (!records) throw fetchFailure('fetch.wrong-answer', `${name}: no list`);
  return records;
}

const nextLink = /<[^>]*>\s*;[^,]*rel="?next"?/i;

async function* pages(session: Session, path: string, name: string): AsyncGenerator<Json[]> {
  let offset = 0;
  for (;;) {
    const { body, headers } = await session.ask(`${path}?limit=${PAGE}&offset=${offset}`);
    const records = recordsOf(body, name);
    offset += records.length;
    if (records.length > 0) yield records;
    const { link } = headers;
    const total = Number(headers['x-total-count'] ?? Number.NaN);
    const says = typeof link === 'string' && nextLink.test(link);
    const hasMore = Number.isNaN(total)
      ? says || (link === undefined && records.length >= PAGE)
      : offset < total;
    if (!hasMore) return;
    // A list that ends before its own count is not whole, and nothing of it may be applied.
    if (records.length === 0 || offset > MOST_RECORDS) {
      throw new SourceFailure('file.truncated', { line: offset, column: 1 }, `${path}: ${offset} / ${total}`);
    }
  }
}

/** One record by the CSV binding's names: references by their id, lists joined, user ids in braces. */
function rowOf(name: PartName, feed: string, line: number, record: Json, more: Json = {}): PartRow {
  const all = { ...record, ...more };
  const person = name === 'roles.csv' || name === 'enrollments.csv' ? 'userSourcedId' : 'sourcedId';
  const get = (column: string): string | undefined =>
    textOf(all[column])?.trim().normalize('NFC') || undefined;
  const problem: PartRow['problem'] = (severity, code, column, found, id) => {
    const own = get(person);
    const about: SourceId | undefined = id ?? (own === undefined ? undefined : { source: feed, id: own });
    return {
      kind: 'problem',
      severity,
      code,
      line,
      ...(about && { id: about }),
      found: shown(`${name.replace('.csv', '')}, ${column}: ${found}`),
    };
  };
  return { line, get, problem, ended: get('status')?.toLowerCase() === 'tobedeleted' };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(',');
  return Reference.safeParse(value).data?.sourcedId;
}

const idOf = (value: unknown): string => Reference.safeParse(value).data?.sourcedId ?? '';

/** What the JSON has as references, as the columns the readers ask for. */
const columns: Partial<Record<PartName, (record: Json) => Json>> = {
  'orgs.csv': ({ parent }) => ({ parentSourcedId: parent }),
  'courses.csv': ({ org }) => ({ orgSourcedId: org }),
  'classes.csv': ({ course, school, terms }) => ({
    courseSourcedId: course,
    schoolSourcedId: school,
    termSourcedIds: terms,
  }),
  'users.csv': ({ agents, primaryOrg, userIds, enabledUser }) => ({
    agentSourcedIds: agents,
    primaryOrgSourcedId: primaryOrg,
    userIds: userIdsOf(userIds),
    enabledUser,
  }),
  'enrollments.csv': ({ class: of, school, user }) => ({
    classSourcedId: of,
    schoolSourcedId: school,
    userSourcedId: user,
  }),
};

const UserIds = z.array(z.object({ type: z.string(), identifier: z.string() })).catch([]);
const userIdsOf = (value: unknown): string =>
  UserIds.parse(value)
    .map(({ type, identifier }) => `{${type}:${identifier}}`)
    .join(',');

const Roles = z.array(JsonObject).catch([]);

/** A record without what the format requires costs that record. */
function checked(name: PartName, row: PartRow): PartItem {
  const { required } = columnsOf(name, oneRoster12);
  // These stand elsewhere in JSON, or are of no use here.
  const lacking = required.find(
    (column) => !/^(roleType|schoolYear|username|enabledUser)$/.test(column) && row.get(column) === undefined,
  );
  return lacking === undefined ? row : row.problem('rejected', 'record.missing-value', lacking, '');
}

export async function* readRest(service: RestService): AsyncGenerator<readonly SourceItem[]> {
  const { feed } = service;
  const session = openSession(service);
  yield [{ kind: 'header', line: 1, datasource: feed, extract: 'full', createdAt: '' }];

  const orgs = createOrgs(feed);
  const classes = createClasses(feed, orgs, oneRoster12);
  const users = createUsers(feed);
  const memberships = createMemberships({ feed, orgs, users, classes, dialect: oneRoster12 });
  const rows = (name: PartName, records: readonly Json[], before: number): PartItem[] =>
    records.map((record, at) =>
      checked(name, rowOf(name, feed, before + at + 1, record, columns[name]?.(record))),
    );
  const each = async function* (
    path: string,
    name: PartName,
    read: (items: PartItem[], records: Json[]) => SourceItem[],
  ): AsyncGenerator<readonly SourceItem[]> {
    let before = 0;
    for await (const records of pages(session, `/${path}`, path)) {
      yield read(rows(name, records, before), records);
      before += records.length;
    }
  };

  yield* each('orgs', 'orgs.csv', orgs.read);
  yield* each('academicSessions', 'academicSessions.csv', classes.readSessions);
  yield* each('courses', 'courses.csv', classes.readCourses);
  yield* each('classes', 'classes.csv', classes.readClasses);
  try {
    yield* each('demographics', 'demographics.csv', users.readDemographics);
  } catch (error) {
    // A scope of its own, which not everybody is given: birth dates are missing, and that is said.
    if (!(error instanceof SourceFailure) || error.code !== 'fetch.refused') throw error;
    yield [noteOf('demographics')];
  }
  let people = 0;
  yield* each('users', 'users.csv', (items, records) => {
    people += items.length;
    const roles = records.flatMap((record, at) =>
      Roles.parse(record['roles']).map((role): PartItem => {
        const more = { userSourcedId: idOf(record), orgSourcedId: role['org'], status: record['status'] };
        return checked(
          'roles.csv',
          rowOf('roles.csv', feed, people - records.length + at + 1, role, { sourcedId: 'role', ...more }),
        );
      }),
    );
    return [...users.readUsers(items), ...memberships.readRoles(roles)];
  });
  if (people === 0) throw new SourceFailure('file.no-people', { line: 1, column: 1 }, 'users');
  yield* each('enrollments', 'enrollments.csv', memberships.readEnrollments);
}

const noteOf = (found: string): SourceProblem => ({
  kind: 'problem',
  severity: 'flagged',
  code: 'record.unknown-file',
  line: 1,
  found,
});

/**
 * A small OneRoster 1.2 provider: OAuth 2.0 client credentials and the rostering service's collections in pages, as the
 * REST binding describes them, with the data of the small CSV set.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { basicAuthorization } from '../fetch/https.ts';
import { serveHttps, type TestServer } from '../fetch/testing.ts';
import { smallSet } from './testing.ts';

const to = (id: string | undefined) => (id ? { sourcedId: id, type: 'x', href: 'https://x' } : undefined);
const list = (ids: string | undefined) => (ids ?? '').split(',').filter(Boolean).map(to);
type Loose = Readonly<Record<string, string | undefined>>;
const rows = (set: readonly Loose[]) => set;
const made = (row: Loose, more: object = {}): object =>
  Object.assign({ status: 'active', dateLastModified: '2026-11-20T10:00:00.000Z' }, row, more);

/** As JSON has them: references as objects, roles with their person. */
function collections(): Record<string, unknown[]> {
  return {
    orgs: rows(smallSet['orgs.csv']).map((row) => made(row, { parent: to(row['parentSourcedId']) })),
    academicSessions: rows(smallSet['academicSessions.csv']).map((row) => made(row)),
    courses: rows(smallSet['courses.csv']).map((row) => made(row, { org: to(row['orgSourcedId']) })),
    classes: rows(smallSet['classes.csv']).map((row) =>
      made(
        {},
        {
          sourcedId: row['sourcedId'],
          title: row['title'],
          classType: row['classType'],
          grades: row['grades'] ? [row['grades']] : [],
          course: to(row['courseSourcedId']),
          school: to(row['schoolSourcedId']),
          terms: list(row['termSourcedIds']),
        },
      ),
    ),
    demographics: rows(smallSet['demographics.csv']).map((row) => made(row)),
    users: rows(smallSet['users.csv']).map((row) =>
      made(row, {
        enabledUser: true,
        userIds: [...(row['userIds'] ?? '').matchAll(/\{(\w+):([^}]*)\}/g)].map(([, type, identifier]) => ({
          type,
          identifier,
        })),
        agents: list(row['agentSourcedIds']),
        primaryOrg: to(row['primaryOrgSourcedId']),
        roles: rows(smallSet['roles.csv'])
          .filter((role) => role['userSourcedId'] === row['sourcedId'])
          .map((role) => ({ roleType: 'primary', role: role['role'], org: to(role['orgSourcedId']) })),
      }),
    ),
    enrollments: rows(smallSet['enrollments.csv']).map((row) =>
      made(
        {},
        {
          sourcedId: row['sourcedId'],
          role: row['role'],
          primary: row['primary'] === 'true',
          beginDate: row['beginDate'],
          endDate: row['endDate'],
          class: to(row['classSourcedId']),
          school: to(row['schoolSourcedId']),
          user: to(row['userSourcedId']),
        },
      ),
    ),
  };
}

const json = (response: ServerResponse, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const restClient = { clientId: 'vaktmester', secret: 'hemmelig-1' };
export const restPath = '/ims/oneroster/rostering/v1p2';

export interface RestProvider extends TestServer {
  /** Every request it has had. */
  asked: string[];
  data: Record<string, unknown[]>;
  /** What it answers instead, by collection. */
  broken: Map<string, (response: ServerResponse) => void>;
}

const token = (request: IncomingMessage, response: ServerResponse, body: string) => {
  const { clientId, secret } = restClient;
  const isClient = request.headers.authorization === basicAuthorization(clientId, secret);
  const form = new URLSearchParams(body);
  const isAsked = form.get('grant_type') === 'client_credentials' && form.get('scope')?.includes('roster');
  if (!isClient || !isAsked) return response.writeHead(401).end();
  return json(response, { access_token: 'token-1', token_type: 'bearer', expires_in: 3_600 });
};

/** `most`: records of a page, whatever the client asks for. */
export async function serveRest(most = 2): Promise<RestProvider> {
  const asked: string[] = [];
  const data = collections();
  const broken: RestProvider['broken'] = new Map();

  const server = await serveHttps((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://localhost');
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      if (pathname === '/token') return token(request, response, body);
      if (request.headers.authorization !== 'Bearer token-1') return response.writeHead(401).end();
      const name = pathname.replace(`${restPath}/`, '');
      const instead = broken.get(name);
      if (instead) return instead(response);
      const all = data[name];
      if (!all) return response.writeHead(404).end();
      const offset = Number(searchParams.get('offset') ?? 0);
      const limit = Math.min(Number(searchParams.get('limit') ?? 100), most);
      const link =
        offset + limit < all.length ? { link: `<https://x?offset=${offset + limit}>; rel="next"` } : {};
      return json(
        response,
        { [name]: all.slice(offset, offset + limit) },
        { 'x-total-count': String(all.length), ...link },
      );
    });
  });
  return { ...server, asked, data, broken };
}

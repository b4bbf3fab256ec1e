/** Requests made from the contract: mostly right, with something hostile in one field, in all, around the body or in a header. */
import * as fc from 'fast-check';
import { z } from 'zod';

import type { Route } from '#kernel/contract.ts';

import { hostile, type Values } from './hostile.ts';
import { type Known, valuesOf } from './values.ts';

type Fields = Record<string, unknown>;

const Method = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

export interface MadeRequest {
  /** `undefined`: an address outside the contract. */
  route: Route | undefined;
  method: z.infer<typeof Method>;
  address: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const oddHosts = [
  '',
  ' ',
  'a b',
  '[::1',
  'x:99999',
  'x:y',
  '%',
  'å.no',
  'a/b',
  'a@b',
  '"',
  'localhost:0',
  '::',
  'a#b',
];
const oddCookies = ['%', '%00', '%E0%A4%A', 'a=b;c', '\u00E5', '"', 'null', '{}', 'x'.repeat(2_000)];
const cookieNames = [
  'session-00000000000040008000000000000001',
  'device-000000000000',
  'federation',
  'federation-hint',
  'code',
];

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 30, arbitrary: fc.constant({}) },
  fc.constantFrom(...oddHosts).map((host) => ({ host })),
  fc
    .tuple(fc.constantFrom(...cookieNames), fc.constantFrom(...oddCookies))
    .map(([name, value]) => ({ cookie: `vaktmester-${name}=${value}` })),
  fc.constantFrom(...oddCookies).map((value) => ({ 'idempotency-key': value, 'accept-language': value })),
  fc.constantFrom(...oddCookies).map((value) => ({ authorization: `Bearer ${value}` })),
  fc
    .constantFrom('', 'text/plain', 'application/json; charset=x', 'multipart/form-data', 'a/b', '/')
    .map((type) => ({
      'content-type': type,
    })),
  fc
    .constantFrom(...oddHosts)
    .map((value) => ({ 'x-forwarded-for': value, 'x-forwarded-host': value, range: value })),
);

/** Bodies that are no object, or no JSON at all. */
const oddBodies = [
  'null',
  '[]',
  '[{}]',
  '"x"',
  '1',
  'true',
  '',
  '{',
  '{"a":1}{',
  '\0',
  '{"__proto__":1}',
  '\uFEFF{}',
];

/** A request to one endpoint of the contract. */
export function requestsTo(route: Route, known: Known): fc.Arbitrary<MadeRequest> {
  const [method = '', path = ''] = route.signature.split(' ');
  const isRequired = (name: string) => !route.input.shape[name]?.safeParse(undefined).success;
  const names = Object.keys(route.input.shape);
  const values = Object.fromEntries(names.map((name) => [name, valueOf(route, name, known)]));
  const requiredKeys = names.filter((name) => isRequired(name) || path.includes(`:${name}`));
  const fields = fc.record(values, { requiredKeys });
  const oneWrong: fc.Arbitrary<Fields> =
    names.length === 0
      ? fields
      : fc
          .tuple(fields, fc.constantFrom(...names), hostile)
          .map(([given, name, value]) => Object.assign({}, given, { [name]: value }));
  const allWrong = fc.record(Object.fromEntries(names.map((name) => [name, hostile])));
  const sent = fc.oneof(
    { weight: 8, arbitrary: fields },
    { weight: 6, arbitrary: oneWrong },
    { weight: 1, arbitrary: allWrong },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('nosuchfield', '\0', '__proto__', 'å'), hostile) },
  );
  const body = fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...oddBodies) },
  );
  return fc.tuple(sent, oddHeaders, body, fileNames).map(([given, headers, odd, fileName]) => {
    const { address, body: right } = placed(route, path, given, fileName);
    const isOdd = odd !== undefined && method !== 'GET';
    return {
      route,
      method: Method.parse(method),
      address,
      body: isOdd ? odd : right,
      headers: { ...contentType(route), ...headers },
    };
  });
}

function valueOf(route: Route, name: string, known: Known): Values {
  const schema = route.input.shape[name];
  if (!(schema instanceof z.ZodType)) throw new Error(`${route.signature} has no field ${name}`);
  return valuesOf(schema, known);
}

const BOUNDARY = 'fuzz';

function contentType({ sends, signature }: Route): Record<string, string> {
  if (signature.startsWith('GET ')) return {};
  if (sends === 'form') return { 'content-type': 'application/x-www-form-urlencoded' };
  return {
    'content-type': sends === 'upload' ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json',
  };
}

/** The fields where the endpoint takes them: path, address or body. */
function placed(
  route: Route,
  path: string,
  given: Fields,
  fileName: string,
): { address: string; body: string | undefined } {
  const inBody = { ...given };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    delete inBody[name];
    return encoded(given[name]);
  });
  const words = Object.entries(inBody)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  const address = `/api${filled}`;
  if (route.signature.startsWith('GET ')) return { address: `${address}?${words}`, body: undefined };
  if (route.sends === 'form') return { address, body: words };
  if (route.sends !== 'upload') return { address, body: JSON.stringify(inBody) };
  return { address: `${address}?${words}`, body: fileOf(fileName, encoded(given['mapping'] ?? 'x')) };
}

const fileNames = fc.constantFrom('liste.csv', 'a.zip', '', '..', 'a\0b', '\u202E.csv');

const fileOf = (name: string, content: string) =>
  [
    `--${BOUNDARY}`,
    `content-disposition: form-data; name="file"; filename="${name}"`,
    'content-type: text/csv',
    '',
    `Fornavn;Etternavn;Fødselsnummer;Skole\r\n${content};\0;0;\r\n`,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');

/** As an address has it. A lone surrogate becomes the bytes somebody would send who tries. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  const [whole = '', ...rest] = text.split(/\p{Surrogate}/u);
  return [whole, ...rest].map((part) => encodeURIComponent(part)).join('%ED%A0%80');
}

const oddPaths = [
  '/',
  '/%00',
  '/a%00b',
  '/index.html%00',
  '/..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/x',
  '/assets/%00.js',
  '/assets/',
  '/assets/..%5c..%5cx',
  '/.git/config',
  '/.env',
  '/%ff',
  '/%E0%A4%A',
  '/%',
  '//',
  '///x',
  '/\\x',
  '/users/%00',
  '/groups/%ED%A0%80',
  `/${'x'.repeat(3_000)}`,
  `/${'%61'.repeat(1_000)}`,
  '/theme.css',
  '/x.map',
  '/api',
  '/api/',
  '/api/%00',
  '/api/nosuch',
  '/api/health',
  '/api/openapi.json',
  '/api/x.json',
  '/api/web-filter/pac/%00.pac',
  '/api/web-filter/pac/x.pac',
  '/api/web-filter/rpz/%00/10.0.0.1',
  '/api/web-filter/rpz/x/%00',
  '/api/web-filter/leases',
  '/api/web-filter/report',
  '/simulated-feide/stil.css',
  '/simulated-feide/velg/x',
  '/simulated-feide/velg/%00',
  '/simulated-feide/auth',
  '/simulated-feide/auth?client_id=%00',
  '/simulated-feide/.well-known/openid-configuration',
  '/simulated-feide/%',
  '/simulated-feide/auth/x',
  '/simulated-feide/token',
  '/simulated-feide/me',
  '/simulated-feide/session/end',
  '/simulated-feide/velg/x?sok=%00',
];

/** Pages, files, and the doors beside the contract. */
export const requestsElsewhere: fc.Arbitrary<MadeRequest> = fc
  .tuple(
    fc.constantFrom(...Method.options),
    fc.oneof(
      fc.constantFrom(...oddPaths),
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `/${encoded(text)}`),
    ),
    oddHeaders,
    fc.constantFrom(...oddBodies),
  )
  .map(([method, address, headers, odd]) => ({
    route: undefined,
    method,
    address,
    headers: { accept: 'text/html', ...headers },
    body: method === 'POST' || method === 'PUT' ? odd : undefined,
  }));

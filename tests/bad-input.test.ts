/**
 * Bad input, made from the contract: every endpoint is asked with nothing right in any of its fields, and says of each
 * field that it is wrong, by its name. Which words are wrong with which message stands beside each area.
 */
import { expect, it } from 'vitest';
import { z } from 'zod';

import type { Route } from '#kernel/contract.ts';
import { Problem } from '#kernel/errors.ts';
import { endpoints } from '#server/areas.ts';
import { openHouse } from '#server/testing/house.ts';

import { objectsWithin } from './objects-within.ts';

const house = await openHouse();
await house.seed((seed) => seed.school('FJB', 'Fjordby skole'));
const superadmin = await house.signIn('superadmin', { school: 'FJB' });
// Whoever holds both roles of the whole owner gets past every right, to the reading of the input.
await house.seed(({ grant }) => grant(superadmin.actor.userId, 'centralAdmin', undefined));

const routes = endpoints.map(({ route }) => route).filter(({ sends }) => sends === undefined);
const Method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const isRead = ({ signature }: Route) => signature.startsWith('GET ');

/** What is no text, number, day, list or choice; an address holds words alone, and a path not many. */
const nonsense = { body: [{ '☃': [{}] }, '☃'], address: ['☃', 'x'.repeat(99), 'x'.repeat(2_001), ''] };

/** Something the field does not take; undefined where it takes whatever is sent. */
function wrongFor(route: Route, field: string): unknown {
  const schema: unknown = route.input.shape[field];
  if (!(schema instanceof z.ZodType)) return undefined;
  const inPath = route.signature.includes(`:${field}`);
  const words = isRead(route) || inPath ? nonsense.address : nonsense.body;
  return words.find((word) => !(inPath && word === '') && !schema.safeParse(word).success);
}

const asked = routes
  .map((route) => ({ route, fields: Object.keys(route.input.shape) }))
  .filter(({ fields }) => fields.length > 0);

it('every field refuses something', () => {
  const lax = asked.flatMap(({ route, fields }) =>
    fields
      .filter((field) => wrongFor(route, field) === undefined)
      .map((field) => `${route.signature} ${field}`),
  );
  expect(lax).toEqual([]);
});

it.each(asked)('$route.signature says of each field that it is wrong', async ({ route, fields }) => {
  const wrong = fields.flatMap((field) => {
    const word = wrongFor(route, field);
    return word === undefined ? [] : [[field, word] as const];
  });
  const caller = route.permission === 'anyone' ? house : superadmin;
  const { status, body } = await caller.request(route.signature, Object.fromEntries(wrong));
  const { code, fields: told } = Problem.parse(body);
  expect([status, code]).toEqual([422, 'request.invalid']);
  const named = new Set(told.map(({ path }) => path.split('.')[0]));
  expect(named).toEqual(new Set(wrong.map(([field]) => field)));
  // Whoever sent something is not told that it is missing.
  const sent = new Set(wrong.filter(([, word]) => word !== '').map(([field]) => field));
  expect(told.filter(({ path, key }) => key === 'required' && sent.has(path))).toEqual([]);
});

it.each(routes.filter(({ input }) => input.def.catchall === undefined))(
  '$signature says that it has no such field',
  async (route) => {
    const caller = route.permission === 'anyone' ? house : superadmin;
    const { status, body } = await caller.request(route.signature, { nosuchfield: '1' });
    const { code, fields } = Problem.parse(body);
    expect([status, code]).toEqual([422, 'request.invalid']);
    expect(fields).toContainEqual({ path: 'nosuchfield', key: 'unknown', params: {} });
  },
);

it.each(routes.filter((route) => !isRead(route)))(
  '$signature refuses a body that is no object',
  async (route) => {
    const [method = '', path = ''] = route.signature.split(' ');
    const answers = [];
    for (const payload of ['[]', 'null', '"x"', '1', 'x']) {
      const { statusCode } = await house.app.inject({
        method: Method.parse(method),
        url: `/api${path}`,
        headers: {
          'content-type': payload === 'x' ? 'text/plain' : 'application/json',
          'x-xsrf-token': 'same',
          authorization: superadmin.token,
        },
        cookies: { 'XSRF-TOKEN': 'same' },
        payload,
      });
      answers.push(statusCode);
    }
    expect(answers).toEqual([400, 400, 400, 400, 400]);
  },
);

it.each(asked.filter(({ route }) => !isRead(route) || route.signature.includes(':')))(
  '$route.signature takes no field from two places',
  async ({ route, fields }) => {
    const [method = '', path = ''] = route.signature.split(' ');
    const field = fields.find((name) => path.includes(`:${name}`)) ?? fields[0] ?? '';
    const { statusCode, body } = await house.app.inject({
      method: Method.parse(method),
      url: `/api${path.replaceAll(/:\w+/g, '1')}?${field}=1`,
      headers: { 'x-xsrf-token': 'same', authorization: superadmin.token },
      cookies: { 'XSRF-TOKEN': 'same' },
      ...(!isRead(route) && { payload: path.includes(`:${field}`) ? {} : { [field]: '2' } }),
    });
    expect([statusCode, Problem.parse(JSON.parse(body)).fields]).toEqual([
      422,
      [{ path: field, key: 'twice', params: {} }],
    ]);
  },
);

const within = endpoints
  .map(({ route }) => route)
  .filter(({ sends }) => sends !== 'form')
  .flatMap((route) =>
    objectsWithin(route.input).map(({ path, schema, sent }) => ({
      route,
      where: path.join('.'),
      isOpen: schema.def.catchall instanceof z.ZodUnknown,
      sent,
    })),
  );

it('looks at objects within fields', () => {
  expect(within.map(({ where }) => where)).toEqual(
    expect.arrayContaining(['members.0', 'selection.question', 'limits.new', 'mapping']),
  );
});

// An object may be open; then its schema says so.
it.each(within.filter(({ isOpen }) => !isOpen))(
  '$route.signature says that there is no such field in $where',
  async ({ route, where, sent }) => {
    const fields = sent({ nosuchfield: '1' });
    const { status, body } =
      route.sends === 'upload'
        ? await superadmin.request(`${route.signature}?${inAddress(fields).toString()}`)
        : await superadmin.request(route.signature, fields);
    const problem = Problem.parse(body);
    expect([status, problem.code]).toEqual([422, 'request.invalid']);
    expect(problem.fields).toContainEqual({ path: `${where}.nosuchfield`, key: 'unknown', params: {} });
  },
);

/** As the browser sends them beside a file. */
function inAddress(fields: object): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) address.set(name, JSON.stringify(value));
  return address;
}

it('finds nothing by a name that is longer than any', async () => {
  const { statusCode } = await house.app.inject({
    url: `/api/user/${'a'.repeat(501)}`,
    headers: { authorization: superadmin.token },
  });
  expect(statusCode).toBe(404);
});

/**
 * Every endpoint with one connection for all callers: whoever holds it and asks for another would wait for ever, and
 * three times as many callers as connections are all answered.
 */
import { expect, it, vi } from 'vitest';
import { z } from 'zod';

import { logs } from '#areas/logs/contract.ts';
import { users } from '#areas/users/contract.ts';
import type { Route } from '#kernel/contract.ts';
import { endpoints } from '#server/areas.ts';
import { openHouse } from '#server/testing/house.ts';

// Each caller waits for all the others.
vi.setConfig({ testTimeout: 60_000 });

const AT_ONCE = 3;
const house = await openHouse(endpoints, { connections: 1, patienceMs: 30_000 });
await house.seed(async (seed) => {
  await seed.school('FJB', 'Fjordby skole');
  await seed.school('LUN', 'Lunde skole');
  for (const userName of ['ola.nord', 'per.sand'])
    await seed.user({ userName, schools: [{ code: 'FJB', className: '8A' }] });
  await seed.group({ name: 'FJB 8A', school: 'FJB' });
  await seed.member({ group: 'FJB 8A', user: 'ola.nord' });
});
const atSchool = await house.signIn('superadmin', { school: 'FJB' });
const atOwner = await house.signIn('superadmin');

/** What a field may be asked with, the likeliest first; its own schema says which of them it takes. */
const words: Record<string, readonly unknown[]> = {
  userName: ['ola.nord'],
  userNames: [['ola.nord']],
  users: [['ola.nord']],
  groupName: ['FJB 8A'],
  groupNames: [['FJB 8A']],
  name: ['FJB 8A'],
  school: ['FJB'],
  schoolCode: ['FJB'],
  toSchool: ['LUN'],
  language: ['nb'],
};
const anything = [
  1,
  true,
  'csv',
  'FJB',
  '2026-12-01',
  '2026-12-01T10:00:00Z',
  'user:ola.nord',
  crypto.randomUUID(),
  'noe',
  'Passord-12345',
  ['ola.nord'],
  [1],
  ['noe'],
  [],
  {},
];

/** Required fields only, each with the first word its schema takes. */
function questionTo({ input }: Route): Record<string, unknown> {
  const fields = Object.entries(input.shape).flatMap(([name, schema]): [string, unknown][] => {
    if (!(schema instanceof z.ZodType) || schema.safeParse(undefined).success) return [];
    const options = schema instanceof z.ZodEnum ? schema.options : [];
    const word = [...(words[name] ?? []), ...options, ...anything].find(
      (one) => schema.safeParse(one).success,
    );
    return word === undefined ? [] : [[name, word]];
  });
  return Object.fromEntries(fields);
}

const routes = endpoints
  .map(({ route }) => route)
  .filter(({ answers, sends }) => answers !== 'events' && sends === undefined);
let done = 0;

it('a file of the log, which reads twice for each block, by the connection it has', async () => {
  await atSchool.call(users.update, { userName: 'per.sand', version: 1, department: 'Kantina' });
  const files = await Promise.all(
    Array.from({ length: AT_ONCE }, () => atOwner.request(logs.auditDownload.signature, { format: 'csv' })),
  );
  for (const { text } of files) expect(text).toContain('Kantina');
});

it.each(routes)('$signature', async (route) => {
  const question = questionTo(route);
  const answers = await Promise.all(
    [atSchool, atOwner].flatMap((caller) =>
      Array.from({ length: AT_ONCE }, () => caller.request(route.signature, question)),
    ),
  );
  expect(answers.filter(({ status }) => status === 500 || status === 503).map(({ text }) => text)).toEqual(
    [],
  );
  if (route.kind === 'command' && answers.some(({ status }) => status < 300)) done += 1;
});

it('and much of it was done', () => {
  expect(done).toBeGreaterThan(25);
});

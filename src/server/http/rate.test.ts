import { fastify, type FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Actor } from '#kernel/scope.ts';

import { callerKey } from './rate.ts';

const kari: Actor = {
  userId: 1,
  userName: 'kari',
  displayName: 'Kari',
  schoolId: 1,
  roles: ['schoolIct'],
  sessionId: 'the-session',
};

describe('who a call is counted for', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = fastify();
    const key = callerKey(async ({ headers }) =>
      headers.authorization === 'Bearer real' ? kari : undefined,
    );
    app.get('/', (request) => key(request));
    await app.ready();
  });
  const keyWith = async (authorization?: string) =>
    (await app.inject({ url: '/', headers: authorization === undefined ? {} : { authorization } })).body;

  it('is the session of a token the portal knows', async () => {
    expect(await keyWith('Bearer real')).toBe('session:the-session');
  });

  it('is the address for a made-up token, however many are made up', async () => {
    expect(await keyWith('Bearer one')).toBe('address:127.0.0.1');
    expect(await keyWith('Bearer two')).toBe(await keyWith());
  });
});

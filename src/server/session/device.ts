/** Browsers an account has signed in with before: a source of their own when failures are counted (`throttle.ts`). */
import { randomUUID } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { lives } from './lives.ts';
import { digest } from './secrets.ts';
import type { SignIn } from './sign-in.ts';

const accountOf = (userName: string) => digest(userName.trim().toLowerCase()).toString('hex');

const cookieName = ({ jar }: SignIn, userName: string) =>
  jar.named(`device-${accountOf(userName).slice(0, 12)}`);

/** The device's id, if this browser is known to the account. */
export function deviceOf(signIn: SignIn, request: FastifyRequest, userName: string): string | undefined {
  const sealed = request.cookies[cookieName(signIn, userName)];
  const [account, id] = (sealed === undefined ? undefined : signIn.attempts.open(sealed))?.split(' ') ?? [];
  return account === accountOf(userName) ? id : undefined;
}

/** The id of a device that is known to some account, if the browser says so; of several the first. */
export function knownDeviceOf(signIn: SignIn, request: FastifyRequest): string | undefined {
  const prefix = signIn.jar.named('device-');
  const sealed = Object.keys(request.cookies).find((name) => name.startsWith(prefix));
  const value = sealed === undefined ? undefined : request.cookies[sealed];
  return value === undefined ? undefined : signIn.attempts.open(value)?.split(' ')[1];
}

export function deviceCookie(signIn: SignIn, request: FastifyRequest, userName: string): string {
  const id = deviceOf(signIn, request, userName) ?? randomUUID();
  const value = signIn.attempts.seal(`${accountOf(userName)} ${id}`);
  return signIn.jar.write(cookieName(signIn, userName), value, { maxAgeS: lives.knownDeviceS });
}

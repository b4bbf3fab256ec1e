import type { FastifyRequest } from 'fastify';

import { refuse } from '#kernel/errors.ts';

/** The portal's address as this browser has it. Refuses with `request.malformed` a Host header that names no host. */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const url = URL.parse(`${protocol}://${host}`);
  const isHostAlone = url !== null && url.href === `${url.origin}/`;
  return isHostAlone ? url.origin : refuse('request.malformed');
}

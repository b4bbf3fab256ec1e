/** A point's way to the portal over the network: each question signed, no answer believed that is not. */
import type { z } from 'zod';

import type { PortalLink } from '../port.ts';
import { LeasesAnswer, leasesPath, ProtocolRefusal, ReportAnswer, reportPath } from './messages.ts';
import type { PortalTime } from './portal-time.ts';
import { faultOfAnswer, headerSource, type Key, signQuestion } from './signature.ts';

export type LinkFault = 'unreachable' | 'forged' | ProtocolRefusal['code'];

/** Why nothing was learnt from the portal. What is held stays held. */
export class LinkError extends Error {
  readonly code: LinkFault;

  constructor(code: LinkFault, said: string, options?: ErrorOptions) {
    super(said, options);
    this.name = 'LinkError';
    this.code = code;
  }
}

export interface LinkOptions {
  /** The portal's own address: `https://portal.fjordby.no`. */
  portal: string;
  key: Key;
  /** Learns from every answer. */
  time: PortalTime;
  /** Real time, which signatures follow. */
  now?: () => Date;
  fetch?: typeof globalThis.fetch;
}

interface Exchanged<T> {
  answer: T;
  sent: number;
  received: number;
}

export function openLink({
  portal,
  key,
  time,
  now = () => new Date(),
  fetch = globalThis.fetch,
}: LinkOptions): PortalLink {
  const base = new URL(portal);
  // A point whose clock is far off learns the real time from a refusal, and signs by that.
  let realOffset = 0;
  const realNow = () => new Date(now().getTime() + realOffset);

  async function ask<Schema extends z.ZodType>(
    { method, path, query, body }: { method: string; path: string; query: string; body: Buffer | undefined },
    schema: Schema,
    signal: AbortSignal | undefined,
  ): Promise<Exchanged<z.output<Schema>>> {
    const question = { method, path, query, body };
    const signed = signQuestion(question, key, { created: realNow() });
    const began = performance.now();
    let response: Response;
    let content: Buffer;
    try {
      response = await fetch(new URL(path + query, base), {
        method,
        headers: {
          ...signed,
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: new Uint8Array(body) }),
        redirect: 'error',
        ...(signal && { signal }),
      });
      content = Buffer.from(await response.arrayBuffer());
    } catch (error) {
      throw new LinkError('unreachable', 'The portal does not answer', { cause: error });
    }
    // The machine's clock may be set right while the portal holds the question: what that took is measured by another.
    const received = now().getTime();
    const sent = received - (performance.now() - began);
    const headers = headerSource(Object.fromEntries(response.headers));
    const proof = { asked: headerSource(signed), now: realNow() };
    const fault = faultOfAnswer({ status: response.status, body: content, headers }, key, proof);
    if (!response.ok) throw refusalOf(response.status, content, fault);
    if (fault !== undefined) throw new LinkError('forged', `The portal's answer is not its own: ${fault}`);
    return { answer: parse(schema, content), sent, received };
  }

  function refusalOf(status: number, content: Buffer, fault: string | undefined): LinkError {
    const said = ProtocolRefusal.safeParse(jsonOf(content));
    const code = said.success ? said.data.code : 'unavailable';
    // Only the portal itself may put the clock right: `clock` speaks of the very difference that is to be mended.
    if (said.success && code === 'clock' && (fault === undefined || fault === 'clock')) {
      realOffset = new Date(said.data.time).getTime() - now().getTime();
    }
    return new LinkError(code, `The portal refused: ${status} ${code}`);
  }

  return {
    async leases(have, waitS, signal) {
      const query = new URLSearchParams({ ...(have !== undefined && { have }), wait: String(waitS) });
      const question = { method: 'GET', path: leasesPath, query: `?${query.toString()}`, body: undefined };
      const { answer, ...times } = await ask(question, LeasesAnswer, signal);
      time.learn({ ...times, waited: answer.waited, portalTime: new Date(answer.portalTime) });
      return answer;
    },
    async report(report, signal) {
      const body = Buffer.from(JSON.stringify(report));
      const question = { method: 'POST', path: reportPath, query: '', body };
      const { answer, ...times } = await ask(question, ReportAnswer, signal);
      time.learn({ ...times, waited: 0, portalTime: new Date(answer.portalTime) });
      return answer;
    },
  };
}

function parse<Schema extends z.ZodType>(schema: Schema, content: Buffer): z.output<Schema> {
  const read = schema.safeParse(jsonOf(content));
  if (!read.success) throw new LinkError('bad-message', 'The portal speaks another protocol');
  return read.data;
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

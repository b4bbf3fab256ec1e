/** A point's way to the portal over the network: each question signed, no answer believed that is not. */
import type { z } from 'zod';

import type { PortalLink } from '../port.ts';
import { LeasesAnswer, leasesPath, ProtocolRefusal, ReportAnswer, reportPath } from './messages.ts';
import type { PortalTime } from './portal-time.ts';
import { faultOfAnswer, headerSource, type Key, signQuestion } from './signature.ts';

/** So long without a word, and the portal is not there. On a slow line it may take as long as it likes to say it all. */
const QUIET_MS = 3_000;
/** What a report takes besides, on the slowest line there may be: bytes in a millisecond. */
const SLOWEST = 8;
/** More than any set of leases. What is not signed yet is not taken in without end. */
const MOST_BYTES = 64 * 1024 * 1024;

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
  quietMs?: number;
}

interface Asked {
  method: string;
  path: string;
  query: string;
  body: Buffer | undefined;
  /** Until the portal begins to answer. */
  patienceMs: number;
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
  quietMs = QUIET_MS,
}: LinkOptions): PortalLink {
  const base = new URL(portal);
  // A point whose clock is far off learns the real time from a refusal, and signs by that.
  let realOffset = 0;
  const realNow = () => new Date(now().getTime() + realOffset);

  async function ask<Schema extends z.ZodType>(
    { patienceMs, ...question }: Asked,
    schema: Schema,
    signal: AbortSignal | undefined,
  ): Promise<Exchanged<z.output<Schema>>> {
    const { method, path, query, body } = question;
    const signed = signQuestion(question, key, { created: realNow() });
    const quiet = openSilence(patienceMs);
    const began = performance.now();
    let response: Response;
    let [sent, received] = [0, 0];
    let answered: Date;
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
        signal: signal ? AbortSignal.any([quiet.signal, signal]) : quiet.signal,
      });
      // Its times were written before its first word left, however long the rest is on its way.
      received = now().getTime();
      answered = realNow();
      // The machine's clock may be set right while the portal holds the question: what that took is measured by another.
      sent = received - (performance.now() - began);
      content = await readWhole(response, () => quiet.heard(quietMs));
    } catch (error) {
      throw new LinkError('unreachable', 'The portal does not answer', { cause: error });
    } finally {
      quiet.end();
    }
    const headers = headerSource(Object.fromEntries(response.headers));
    const proof = { asked: headerSource(signed), now: answered };
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
      const patienceMs = Math.max(quietMs, (waitS + 1) * 1_000);
      const question = {
        method: 'GET',
        path: leasesPath,
        query: `?${query.toString()}`,
        body: undefined,
        patienceMs,
      };
      const { answer, ...times } = await ask(question, LeasesAnswer, signal);
      time.learn({ ...times, waited: answer.waited, portalTime: new Date(answer.portalTime) });
      return answer;
    },
    async report(report, signal) {
      const body = Buffer.from(JSON.stringify(report));
      const patienceMs = quietMs + body.length / SLOWEST;
      const question = { method: 'POST', path: reportPath, query: '', body, patienceMs };
      const { answer, ...times } = await ask(question, ReportAnswer, signal);
      time.learn({ ...times, waited: 0, portalTime: new Date(answer.portalTime) });
      return answer;
    },
  };
}

/** A signal that is given when nothing has been heard for so long. */
function openSilence(ms: number) {
  const control = new AbortController();
  const give = () => control.abort(new Error('Nothing was heard'));
  let timer = setTimeout(give, ms);
  return {
    signal: control.signal,
    heard(next: number) {
      clearTimeout(timer);
      timer = setTimeout(give, next);
    },
    end: () => clearTimeout(timer),
  };
}

async function readWhole({ body }: Response, heard: () => void): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  heard();
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    heard();
    length += part.value.length;
    if (length > MOST_BYTES) {
      await reader?.cancel();
      throw new Error('The answer has no end');
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts);
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

/** What Squid asks for each request, one line each, and what it is answered. */
import type { Answer } from '../point/engine.ts';
import type { Connection } from './connections.ts';
import { refusalNotes } from './refusal.ts';

/**
 * In the order of `readQuestion`: client's address and port, the proxy's, user, method, host and port asked for. `#`: a
 * name with a space in it stays one word.
 */
export const QUESTION_FORMAT = '%>a %>p %>la %>lp %#un %>rm %>rd %>rP';

/** Undefined: not a question of ours. */
export function readQuestion(line: string): Connection | undefined {
  const [machine, port, proxy, proxyPort, user, , host, hostPort] = line.split(' ').map(unescaped);
  if (!machine || !port || !proxy || !proxyPort || !host || hostPort === undefined) return undefined;
  return {
    client: endpoint(machine, port),
    proxy: endpoint(proxy, proxyPort),
    user: user === undefined || user === '-' || user === '' ? undefined : user,
    machine,
    address: /^\d+$/.test(hostPort) ? `${host}:${hostPort}` : host,
  };
}

export const endpoint = (address: string, port: string): string =>
  address.includes(':') && !address.startsWith('[') ? `[${address}]:${port}` : `${address}:${port}`;

/** Squid escapes as addresses do; what is no UTF-8 afterwards is read letter by letter. */
function unescaped(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
  }
}

/**
 * `OK` or `ERR`, as `acl permitted external …` reads it. A refusal is never `BH`: Squid would ask the other helpers
 * the same again before it refuses.
 */
export function answerLine(answer: Answer, now: Date): string {
  if (answer.open) return 'OK';
  const notes = Object.entries(refusalNotes(answer, now));
  return ['ERR', ...notes.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)].join(' ');
}

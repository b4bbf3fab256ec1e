/**
 * A portal that speaks the protocol and nothing else, over real connections: hands out the leases it is told to, may
 * be stopped, and may lie. The real one is tested with a point in `tests/web-filter`.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { portOf } from '../../../port-of.ts';
import { leasesPath, PROTOCOL, Report, type WireLease } from '../../protocol/messages.ts';
import { faultOfQuestion, headerSource, type Key, signAnswer } from '../../protocol/signature.ts';

export interface TestPortal {
  url: string;
  key: Key;
  /** Hands out these from now on. */
  set: (leases: readonly WireLease[]) => void;
  /** Who sits where, of one school. */
  seat: (users: readonly [address: string, user: string][]) => void;
  reports: Report[];
  /** Portal's time less the machine's. */
  moveClock: (ms: number) => void;
  /** What it does to its answers. */
  lie: (how: 'forge' | 'replay' | undefined) => void;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

interface Sent {
  status: number;
  body: Buffer;
  headers: Record<string, string>;
}

export async function openTestPortal(): Promise<TestPortal> {
  const key: Key = { id: '3f1c1d0e-0000-4000-8000-000000000001', secret: Buffer.alloc(32, 7) };
  const reports: Report[] = [];
  const waiting = new Set<() => void>();
  let leases: readonly WireLease[] = [];
  let users: [string, string][] = [];
  let version = 'start';
  let [offset, port] = [0, 0];
  let lying: 'forge' | 'replay' | undefined;
  let remembered: Sent | undefined;
  let server: Server;

  function changed(): void {
    const set = JSON.stringify([leases, users]);
    version = createHash('sha256').update(set).digest('base64url').slice(0, 16);
    for (const done of waiting) done();
  }

  const now = () => new Date(Date.now() + offset).toISOString();
  const answerTo = (request: IncomingMessage, content: unknown): Sent => {
    const body = Buffer.from(JSON.stringify(content));
    const asked = headerSource(request.headers);
    return { status: 200, body, headers: { ...signAnswer(200, body, key, { asked, created: new Date() }) } };
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const [path = '', query] = (request.url ?? '').split('?');
    const question = {
      method: request.method ?? '',
      path,
      query: query === undefined ? '' : `?${query}`,
      body,
    };
    if (faultOfQuestion(question, headerSource(request.headers), key, new Date()) !== undefined) {
      response.writeHead(401).end();
      return;
    }
    if (path !== leasesPath) {
      reports.push(Report.parse(JSON.parse(body.toString('utf8'))));
      send(response, answerTo(request, { protocol: PROTOCOL, portalTime: now() }));
      return;
    }
    const asked = new URLSearchParams(query);
    const have = asked.get('have');
    const came = performance.now();
    if (have === version) await news(Number(asked.get('wait')) * 1000, request);
    const isSame = have === version;
    const sent = answerTo(request, {
      protocol: PROTOCOL,
      portalTime: now(),
      waited: performance.now() - came,
      from: isSame ? version : null,
      version,
      leases: isSame ? [] : leases,
      gone: [],
      addresses: isSame || users.length === 0 ? [] : [{ school: 'GRA', revision: version, users }],
      addressesGone: [],
    });
    if (lying === 'replay' && remembered) send(response, remembered);
    else if (lying === 'forge') send(response, { ...sent, body: emptied(sent.body) });
    else send(response, sent);
    remembered ??= sent;
  }

  const news = (ms: number, request: IncomingMessage): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      waiting.add(done);
      request.socket.once('close', done);
    });

  async function start(): Promise<void> {
    server = createServer((request, response) => void serve(request, response));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = portOf(server);
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    reports,
    set(wanted) {
      leases = wanted;
      changed();
    },
    seat(wanted) {
      users = [...wanted];
      changed();
    },
    moveClock: (ms) => {
      offset = ms;
    },
    lie: (how) => {
      lying = how;
      for (const done of waiting) done();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start,
  };
}

function send(response: ServerResponse, { status, body, headers }: Sent): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(body);
}

/** As somebody between would: no locks, under the signature of an answer that had some. */
function emptied(body: Buffer): Buffer {
  return Buffer.from(body.toString('utf8').replace(/"leases":\[.*?\],"gone"/, '"leases":[],"gone"'));
}

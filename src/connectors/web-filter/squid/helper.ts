/**
 * What Squid starts to ask about each request: passes the questions on to the point and the answers back. It holds no
 * locks of its own, so that there is one set, one clock and one list of who is connected, and so that Squid may have
 * as many helpers as it likes for 40 MB each.
 *
 * Squid ends itself when its helpers die, so this one does not: while the point is away, questions wait for it a
 * little, which nobody notices of a restart, and are then refused. It needs nothing but Node, and ends when Squid
 * closes its input.
 *
 * `node helper.ts SOCKET`
 */
import { connect, type Socket } from 'node:net';

const AGAIN_MS = 50;
/** Longer than the point takes to start anew. */
const PATIENCE_MS = 5_000;
const AWAY = [
  'ERR message=away',
  `heading_=${encodeURIComponent('Nettfilteret svarer ikke')}`,
  `reason_=${encodeURIComponent('Internett er sperret til det er i gang igjen. Prøv igjen om litt.')}`,
  // Of an empty note Squid makes a dash.
  `lock_=${encodeURIComponent('<!---->')}`,
].join(' ');

interface Waiting {
  /** Squid's own number of the question, which it uses again. */
  channel: string;
  question: string;
  since: number;
}

const [, , path = ''] = process.argv;
const waiting = new Map<number, Waiting>();
let last = 0;
let point: Socket | undefined;

function open(): void {
  const socket = connect(path);
  socket.once('connect', () => {
    point = socket;
    let text = '';
    for (const [number, { question }] of waiting) text += `${number} ${question}\n`;
    if (text !== '') socket.write(text);
  });
  byLine(socket, (line) => {
    const space = line.indexOf(' ');
    answer(Number(line.slice(0, space)), line.slice(space + 1));
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    point = undefined;
    setTimeout(open, AGAIN_MS);
  });
}

function answer(number: number, said: string): void {
  const asked = waiting.get(number);
  if (!asked) return;
  waiting.delete(number);
  process.stdout.write(`${asked.channel} ${said}\n`);
}

function byLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

byLine(process.stdin, (line) => {
  const space = line.indexOf(' ');
  if (space < 1) return;
  last += 1;
  const asked = { channel: line.slice(0, space), question: line.slice(space + 1), since: performance.now() };
  waiting.set(last, asked);
  point?.write(`${last} ${asked.question}\n`);
});
process.stdin.once('end', () => process.exit(0));
// Squid is gone: there is nobody left to ask.
process.stdout.once('error', () => process.exit(0));
process.on('uncaughtException', () => {});
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

setInterval(() => {
  for (const [number, { since }] of waiting) {
    // They are in the order they came.
    if (performance.now() - since < PATIENCE_MS) break;
    answer(number, AWAY);
  }
}, 250);
open();

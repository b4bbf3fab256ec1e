/** Hands a mail to the municipality's mail server (SMTP, RFC 5321), which delivers it from there. */
import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';

import { type Mail, writeMessage } from './message.ts';

export interface MailServer {
  /** `smtps://host` begins with TLS (port 465); `smtp://host` goes over to it by STARTTLS (port 25, or 587 as written). */
  url: string;
  /** Undefined: the server takes mail from this machine without signing in. */
  user: string | undefined;
  password: string | undefined;
  /** PEM of the authority that signed the server's certificate; undefined = the authorities Node trusts. */
  ca: string | undefined;
}

/** In their order: after one that failed the rest is not tried. */
export const mailSteps = ['reached', 'encrypted', 'sign-in', 'accepted'] as const;
export type MailStep = (typeof mailSteps)[number];

const TIMEOUT_MS = 15_000;
const DEFAULT_PORTS = { 'smtp:': 25, 'smtps:': 465 } as const;

export class MailError extends Error {
  override readonly name = 'MailError';
  readonly step: MailStep;
  constructor(step: MailStep, said: string) {
    super(said);
    this.step = step;
  }
}

interface Sent {
  isEncrypted: boolean;
  /** The server's last answer; many name the number in their queue. */
  said: string;
}

/** Resolves when the server has taken the mail for every recipient; throws `MailError` otherwise. */
export async function sendMail(server: MailServer, mail: Mail, now: Date): Promise<Sent> {
  const message = writeMessage(mail, now);
  let step: MailStep = 'reached';
  let line: Line | undefined;
  try {
    const url = new URL(server.url);
    const isTlsFirst = url.protocol === 'smtps:';
    const port = Number(url.port) || DEFAULT_PORTS[isTlsFirst ? 'smtps:' : 'smtp:'];
    const host = url.hostname.replaceAll(/^\[|\]$/g, '');
    const tls = {
      host,
      port,
      ...(isName(host) && { servername: host }),
      ...(server.ca && { ca: server.ca }),
    };
    line = openLine(isTlsFirst ? connectTls(tls) : connectPlain({ host, port }));
    await line.answer(220);
    let offers = await line.hello();
    let isEncrypted = isTlsFirst;

    step = 'encrypted';
    if (!isEncrypted && offers.has('STARTTLS')) {
      await line.say('STARTTLS', 220);
      line = await line.upgrade((socket) => connectTls({ ...tls, socket }));
      offers = await line.hello();
      isEncrypted = true;
    }
    if (server.user !== undefined) {
      // Whoever listens on the way would read the password.
      if (!isEncrypted) throw new Error('The server offers no STARTTLS, so no password is sent to it.');
      step = 'sign-in';
      await signIn(line, offers, server.user, server.password ?? '');
    }

    step = 'accepted';
    await line.say(`MAIL FROM:<${mail.from}>`, 250);
    for (const address of mail.to) await line.say(`RCPT TO:<${address}>`, 250, 251);
    await line.say('DATA', 354);
    const said = await line.say(`${message}.`, 250);
    await line.say('QUIT', 221).catch(() => {});
    return { isEncrypted, said };
  } catch (error) {
    throw new MailError(step, error instanceof Error ? error.message || error.name : String(error));
  } finally {
    line?.end();
  }
}

const isName = (host: string): boolean => !/^[\d.]+$|:/.test(host);

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

async function signIn(line: Line, offers: Map<string, string>, user: string, password: string) {
  const ways = (offers.get('AUTH') ?? '').toUpperCase().split(' ');
  if (ways.includes('PLAIN')) {
    await line.say(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`, 235);
  } else if (ways.includes('LOGIN')) {
    await line.say('AUTH LOGIN', 334);
    await line.say(base64(user), 334);
    await line.say(base64(password), 235);
  } else {
    throw new Error(`The server offers no sign-in with a password (AUTH: ${ways.join(' ') || 'none'}).`);
  }
}

interface Line {
  /** Waits for an answer with one of these codes and returns its text. */
  answer: (...codes: number[]) => Promise<string>;
  say: (command: string, ...codes: number[]) => Promise<string>;
  /** The server's extensions by name, each with its parameters. */
  hello: () => Promise<Map<string, string>>;
  upgrade: (secure: (socket: Socket) => Socket) => Promise<Line>;
  end: () => void;
}

function openLine(socket: Socket): Line {
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The server did not answer in time.')));
  const lines = createInterface({ input: socket, crlfDelay: Infinity });
  const texts = lines[Symbol.asyncIterator]();
  const broken = once(socket, 'close').then(() => {
    throw socket.errored ?? new Error('The server closed the connection.');
  });
  broken.catch(() => {}); // the call that waits is rejected by it
  socket.on('error', () => {}); // `broken` has it

  /** The lines of one answer; all but the last have a hyphen after the code. */
  async function read(codes: readonly number[]): Promise<string[]> {
    const said: string[] = [];
    for (;;) {
      const { value, done } = await Promise.race([texts.next(), broken]);
      if (done) await broken;
      const text = String(value);
      said.push(text.slice(4));
      if (text[3] === '-') continue;
      if (!codes.includes(Number(text.slice(0, 3)))) throw new Error([text.slice(0, 3), ...said].join(' '));
      return said;
    }
  }
  const send = (command: string) => void socket.write(`${command}\r\n`);
  return {
    answer: async (...codes) => (await read(codes)).join(' '),
    async say(command, ...codes) {
      send(command);
      return (await read(codes)).join(' ');
    },
    async hello() {
      send(`EHLO ${hostname()}`);
      const [, ...offers] = await read([250]);
      return new Map(
        offers.map((offer) => {
          const [name = '', ...rest] = offer.split(' ');
          return [name.toUpperCase(), rest.join(' ')];
        }),
      );
    },
    async upgrade(secure) {
      lines.close();
      socket.removeAllListeners('data');
      socket.setTimeout(0);
      const secured = secure(socket);
      await once(secured, 'secureConnect');
      return openLine(secured);
    },
    end: () => socket.destroy(),
  };
}

/** A mail server for tests: takes what is sent to it, with STARTTLS and AUTH PLAIN, and refuses one recipient. */
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TLSSocket } from 'node:tls';

export const mailUser = 'portal';
export const mailPassword = 'post-hemmelig-42';
export const refusedRecipient = 'nei@fjordby.test';

export interface TestMailServer {
  port: number;
  /** Whole messages as they came, without the envelope. */
  messages: string[];
  close: () => void;
}

/** `certificates`: the folder of `makeCertificates`; undefined = it offers no STARTTLS. */
export async function openMailServer(certificates?: string): Promise<TestMailServer> {
  const messages: string[] = [];
  const server = createServer((socket) => serve(socket, { certificates, messages, isGreeted: false }));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { port: address.port, messages, close: () => void server.close() };
}

interface Session {
  certificates: string | undefined;
  messages: string[];
  isGreeted: boolean;
}

function serve(socket: Socket, session: Session): void {
  const { certificates, messages, isGreeted } = session;
  const lines = createInterface({ input: socket, crlfDelay: Infinity });
  const say = (text: string) => void socket.write(`${text}\r\n`);
  let message: string[] | undefined;
  socket.on('error', () => {});
  if (!isGreeted) say('220 mail.test ESMTP');
  lines.on('line', (line) => {
    if (message) {
      if (line !== '.') return void message.push(line);
      messages.push(message.join('\n'));
      message = undefined;
      return say('250 2.0.0 queued as 42');
    }
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'EHLO') {
      const offer = certificates === undefined || isGreeted ? 'AUTH LOGIN PLAIN' : 'STARTTLS';
      return say(`250-mail.test\r\n250 ${offer}`);
    }
    if (command === 'STAR' && certificates !== undefined) {
      say('220 go ahead');
      lines.close();
      socket.removeAllListeners('data');
      const [key, cert] = ['key.pem', 'cert.pem'].map((file) => readFileSync(join(certificates, file)));
      const secured = new TLSSocket(socket, { isServer: true, ...(key && cert && { key, cert }) });
      return serve(secured, { ...session, isGreeted: true });
    }
    if (command === 'AUTH') {
      const [, user, password] = Buffer.from(line.slice('AUTH PLAIN '.length), 'base64')
        .toString()
        .split('\0');
      return say(
        user === mailUser && password === mailPassword ? '235 ok' : '535 5.7.8 wrong user or password',
      );
    }
    if (line.includes(`<${refusedRecipient}>`)) return say('550 5.1.1 no such mailbox');
    if (command === 'DATA') {
      message = [];
      return say('354 go on');
    }
    say(command === 'QUIT' ? '221 bye' : '250 ok');
  });
}

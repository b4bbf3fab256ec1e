/** Where the helpers of Squid ask: a socket on this machine, open to Squid's own account alone. */
import { chmodSync, chownSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';

/** Squid's account. */
export interface Account {
  uid: number;
  gid: number;
}

export interface Door {
  close: () => Promise<void>;
}

/** `answer`: what is to be said to a question, without its number. */
export async function openDoor(
  path: string,
  account: Account | undefined,
  answer: (question: string) => string,
): Promise<Door> {
  const helpers = new Set<Socket>();
  const server = createServer((helper) => {
    helpers.add(helper);
    helper.once('close', () => helpers.delete(helper));
    helper.on('error', () => {});
    let rest = '';
    helper.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      let said = '';
      for (const line of lines) {
        const space = line.indexOf(' ');
        said += `${line.slice(0, space)} ${answer(line.slice(space + 1))}\n`;
      }
      if (said !== '') helper.write(said);
    });
  });
  // What a killed point left behind.
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o660);
  if (account) chownSync(path, account.uid, account.gid);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const helper of helpers) helper.destroy();
      }),
  };
}

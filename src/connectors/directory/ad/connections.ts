/** A few signed-in connections; each is used by one at a time, and replaced when it fails. */
import { Client } from 'ldapts';

import type { DirectoryError } from '../port.ts';
import { directoryError } from './errors.ts';

export interface AdSettings {
  /** `ldaps://dc1.fjordby.no`; a plain `ldap://` address is upgraded with StartTLS before anything is said. */
  url: string;
  user: string;
  password: string;
  /** The object under which everything of the portal lies; the portal sees and touches nothing outside it. */
  base: string;
  /** The authority that signed the directory's certificate; the system's own without it. */
  ca?: string | undefined;
  connections?: number;
}

export interface Connections {
  use: <T>(work: (client: Client) => Promise<T>) => Promise<T>;
  /** One of its own, for reading page after page; the caller leaves it. */
  alone: () => Promise<{ client: Client; leave: () => Promise<void> }>;
  /** The next connection tries the password again that was refused. */
  tryAgain: () => void;
  close: () => Promise<void>;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 60_000;
const MOST = 4;

export function openConnections(settings: AdSettings): Connections {
  const { connections = MOST } = settings;
  const idle: Client[] = [];
  const waiting: (() => void)[] = [];
  let open = 0;
  let refusal: DirectoryError | undefined;
  let lastSignIn: Promise<unknown> = Promise.resolve();

  /**
   * One at a time, and none after the directory refused the password: each further attempt would bring the account nearer
   * to being locked.
   */
  async function signIn(): Promise<Client> {
    const mine = lastSignIn.then(signInNow, signInNow);
    lastSignIn = mine.catch(() => undefined);
    return mine;
  }

  async function signInNow(): Promise<Client> {
    if (refusal) throw refusal;
    try {
      return await signedInClient(settings);
    } catch (cause) {
      const error = directoryError(cause);
      if (error.code === 'sign-in-refused') refusal = error;
      throw error;
    }
  }

  async function take(): Promise<Client> {
    if (open >= connections && idle.length === 0) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
      return take();
    }
    for (let client = idle.pop(); client; client = idle.pop()) {
      // One that the directory closed meanwhile would go on unsigned.
      if (client.isBound) return client;
      open -= 1;
    }
    open += 1;
    try {
      return await signIn();
    } catch (error) {
      free();
      throw error;
    }
  }

  function free(client?: Client): void {
    if (client) idle.push(client);
    else open -= 1;
    waiting.shift()?.();
  }

  return {
    async use(work) {
      let client: Client | undefined;
      try {
        client = await take();
        const result = await work(client);
        free(client);
        return result;
      } catch (cause) {
        const error = directoryError(cause);
        if (client) {
          const isBroken = error.code === 'unreachable' || !client.isBound;
          if (isBroken) await leave(client);
          free(isBroken ? undefined : client);
        }
        throw error;
      }
    },
    async alone() {
      try {
        const client = await signIn();
        return { client, leave: () => leave(client) };
      } catch (cause) {
        throw directoryError(cause);
      }
    },
    tryAgain: () => {
      refusal = undefined;
    },
    async close() {
      await Promise.all(idle.splice(0).map(leave));
    },
  };
}

/** Throws what the library throws. */
export async function signedInClient({ url, user, password, ca }: AdSettings): Promise<Client> {
  const address = new URL(url);
  const tls = { servername: address.hostname, ...(ca !== undefined && { ca }) };
  const isSecure = address.protocol === 'ldaps:';
  const client = new Client({
    url,
    timeout: ANSWER_MS,
    connectTimeout: CONNECT_MS,
    ...(isSecure && { tlsOptions: withoutAddress(tls) }),
  });
  try {
    if (!isSecure) await client.startTLS({ ...withoutAddress(tls), host: address.hostname });
    await client.bind(user, password);
    return client;
  } catch (error) {
    await leave(client);
    throw error;
  }
}

async function leave(client: Client): Promise<void> {
  await client.unbind().catch(() => {});
}

/** An address of numbers is no server name: its certificate is checked by the address itself. */
function withoutAddress<T extends { servername: string }>({ servername, ...rest }: T) {
  const isAddress = /^[\d.]+$|:/.test(servername);
  return isAddress ? rest : { ...rest, servername };
}

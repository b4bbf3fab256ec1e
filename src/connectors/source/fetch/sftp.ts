/** The newest file of a folder on an SFTP server, whose host key is known beforehand. Nothing there is changed. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';

import { Client, type FileEntryWithStats, type SFTPWrapper } from 'ssh2';

import { SourceFailure } from '../port.ts';
import { codeOf, fetchFailure } from './failure.ts';
import type { FetchedFile } from './port.ts';

const READY_MS = 20_000;
const KEEPALIVE_MS = 15_000;

export interface SftpFolder {
  /** `sftp://host:port/folder` */
  address: string;
  userName: string;
  /** A password, or a private key in OpenSSH or PEM form. */
  secret: string;
  /** `SHA256:…` as `ssh-keygen -lf` prints it. */
  hostKey: string;
  /** Which names are data files. */
  isData: (name: string) => boolean;
}

export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

const isKey = (secret: string): boolean => /^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(secret.trim());

/** Undefined: there is no data file. Throws `fetch.*`. */
export async function openSftp(folder: SftpFolder): Promise<FetchedFile | undefined> {
  const url = new URL(folder.address);
  const path = decodeURIComponent(url.pathname) || '/';
  const client = await connect(url, folder);
  const close = async () => {
    client.end();
    await Promise.resolve();
  };
  try {
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.sftp((error, opened) => (error ? reject(error) : resolve(opened)));
    });
    const entries = await new Promise<FileEntryWithStats[]>((resolve, reject) => {
      sftp.readdir(path, (error, list) => (error ? reject(error) : resolve(list)));
    }).catch(() => {
      throw fetchFailure('fetch.no-folder', path);
    });
    const [newest] = entries
      .filter(({ filename, attrs }) => attrs.isFile() && folder.isData(filename))
      .toSorted((a, b) => b.attrs.mtime - a.attrs.mtime || b.filename.localeCompare(a.filename));
    if (!newest) {
      await close();
      return undefined;
    }
    const { filename: name, attrs } = newest;
    return {
      name,
      size: attrs.size,
      changedAt: new Date(attrs.mtime * 1_000),
      mark: `${name} ${attrs.size} ${attrs.mtime}`,
      bytes: piecesOf(sftp, posix.join(path, name), attrs.size),
      close,
    };
  } catch (error) {
    await close();
    throw error instanceof SourceFailure ? error : fetchFailure('fetch.unreachable', codeOf(error));
  }
}

async function connect(url: URL, { userName, secret, hostKey }: SftpFolder): Promise<Client> {
  if (url.protocol !== 'sftp:') throw fetchFailure('fetch.wrong-answer', url.host);
  const client = new Client();
  let shown: string | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve);
      client.once('error', reject);
      client.once('close', () => reject(new Error('closed')));
      client.connect({
        host: url.hostname,
        port: Number(url.port) || 22,
        username: userName,
        ...(isKey(secret) ? { privateKey: secret } : { password: secret }),
        hostVerifier: (key: Buffer) => {
          shown = fingerprintOf(key);
          return shown === hostKey;
        },
        readyTimeout: READY_MS,
        keepaliveInterval: KEEPALIVE_MS,
      });
    });
  } catch (error) {
    client.destroy();
    // The key first: a wrong one ends the connection with an error of its own.
    if (shown !== undefined && shown !== hostKey) throw fetchFailure('fetch.host-key', shown);
    const isRefused = error instanceof Error && 'level' in error && error.level === 'client-authentication';
    const isBadKey = error instanceof Error && /privateKey/.test(error.message);
    if (isRefused || isBadKey) throw fetchFailure('fetch.refused', url.host);
    throw fetchFailure('fetch.unreachable', `${url.host}: ${codeOf(error)}`);
  }
  // After this an error ends the stream that reads.
  client.on('error', () => undefined);
  return client;
}

async function* piecesOf(sftp: SFTPWrapper, path: string, size: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  const stream = sftp.createReadStream(path);
  // The connection may end before the server has answered that the file is closed.
  stream.on('error', () => undefined);
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      read += piece.length;
      yield piece;
    }
  } catch (error) {
    throw new SourceFailure('file.interrupted', { line: 1, column: 1 }, codeOf(error));
  }
  // A connection that ends in the middle, and a file that is still being written.
  if (read !== size) throw new SourceFailure('file.interrupted', { line: 1, column: 1 }, `${read} / ${size}`);
}

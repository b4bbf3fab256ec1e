import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

const KEY_BYTES = 32;

/** Where the embedded database lives. */
export const postgresFolder = ({ data }: Pick<Config, 'data'>): string => resolve(data, 'postgres');

/** Where the key is, unless it is a setting. */
export const keyFile = ({ data }: Pick<Config, 'data'>): string => resolve(data, 'encryption-key');

/**
 * The key of the national numbers: as configured, else the one in the data folder, made on the first start.
 * A database whose key is gone is not given a new one: its numbers would be unreadable without anybody noticing.
 */
export function encryptionKey(config: Pick<Config, 'data' | 'encryptionKey'>): Buffer {
  if (config.encryptionKey) return config.encryptionKey;
  const file = keyFile(config);
  try {
    if (existsSync(file)) return readKey(file);
    if (existsSync(join(postgresFolder(config), 'data'))) {
      throw new StartError(`The data folder is broken: ${file} is missing. Restore it from a backup.`);
    }
    const key = randomBytes(KEY_BYTES);
    keepKey(config, key);
    return key;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The data folder ${config.data} cannot be used: ${reason}`, 1, { cause: error });
  }
}

/** Refuses with a `StartError` a file that holds no key. */
export function readKey(file: string): Buffer {
  if (!existsSync(file)) throw new StartError(`There is no key in ${file}.`);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length >= KEY_BYTES) return key;
  throw new StartError(`The data folder is broken: ${file} holds no key. Restore it from a backup.`);
}

/** Writes the key of a new data folder; fails when there is one. */
export function keepKey(config: Pick<Config, 'data'>, key: Buffer): void {
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const descriptor = openSync(keyFile(config), 'wx', 0o600);
  writeSync(descriptor, `${key.toString('base64')}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { z } from 'zod';

import { keysOf } from '#kernel/keys.ts';

import type { Config, Setting, SettingKey } from '../config.ts';
import { settings } from '../config.ts';
import { StartError, WRONG_SETTING } from '../start-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a value came from; undefined means the default. */
export type Source = 'environment' | 'file' | undefined;

interface Found {
  text: string | undefined;
  source: Source;
}

const OWN = /^VAKTMESTER_/;

/** Reads and checks every setting; all that is wrong is said in one `StartError` of one line, exit code 2. */
export function readConfig(environment: Environment): Config {
  const read = readSettings(settings, environment);
  const wrong = [...unknownNames(environment), ...read.wrong];
  const config = complete(read.values);
  if (wrong.length === 0) wrong.push(...contradictions(config));
  refuseWrong(wrong);
  return config;
}

type Read<S extends Record<string, Setting>> = { [Key in keyof S]: z.output<S[Key]['schema']> };

/** Each setting by its own schema; what is wrong is said, and its value is missing. */
export function readSettings<S extends Record<string, Setting>>(
  known: S,
  environment: Environment,
): { values: Read<S>; wrong: string[] } {
  const wrong: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting>(known)) {
    try {
      const result = setting.schema.safeParse(find(setting, environment).text);
      if (result.success) values[key] = result.data;
      else wrong.push(`${setting.name} ${result.error.issues[0]?.message ?? 'is wrong'}`);
    } catch (error) {
      wrong.push(error instanceof Error ? error.message : String(error));
    }
  }
  // oxlint-disable-next-line no-unsafe-type-assertion -- every key was parsed by its own schema, or is in `wrong`
  return { values: values as Read<S>, wrong };
}

/** In one `StartError` of one line. */
export function refuseWrong(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new StartError(`Wrong setting: ${wrong.join('; ')}.`, WRONG_SETTING);
}

/** The text of a setting: from the environment, from the file named by `<name>_FILE`, or its default. */
export function find(setting: Setting, environment: Environment): Found {
  const given = environment[setting.name] || undefined;
  const file = (setting.secret && environment[`${setting.name}_FILE`]) || undefined;
  if (given !== undefined && file !== undefined) {
    throw new Error(`${setting.name} is given twice, also by ${setting.name}_FILE`);
  }
  if (given !== undefined) return { text: given, source: 'environment' };
  if (file !== undefined) return { text: readSecret(`${setting.name}_FILE`, file), source: 'file' };
  return { text: setting.initial, source: undefined };
}

export function rows(): [SettingKey, Setting][] {
  return keysOf(settings).map((key) => [key, settings[key]]);
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new Error(`${name} names ${file}, which cannot be read (${code})`, { cause: error });
  }
}

/** A mistyped name would otherwise be a setting that silently does nothing. */
function unknownNames(environment: Environment): string[] {
  const known = new Set(rows().flatMap(([, { name, secret }]) => (secret ? [name, `${name}_FILE`] : [name])));
  const unknown = Object.keys(environment).filter((name) => OWN.test(name) && !known.has(name));
  return unknown.toSorted().map((name) => `${name} is not a setting (see docs/configuration.md)`);
}

function complete(given: Read<typeof settings>): Config {
  const demo = given.demo ?? given.databaseUrl === undefined;
  return {
    ...given,
    importFolder: given.importFolder ?? (demo ? join(given.data, 'import') : undefined),
    publicUrl: given.publicUrl ?? `http://localhost:${given.port}`,
    trustedProxies: given.trustedProxies ?? [],
    oidcRealms: given.oidcRealms ?? [],
    demo,
  };
}

function contradictions(config: Config): string[] {
  const found: string[] = [];
  if (config.databaseUrl !== undefined && config.encryptionKey === undefined) {
    found.push('ENCRYPTION_KEY is required with DATABASE_URL');
  }
  const federation = [config.oidcIssuer, config.oidcClientId, config.oidcClientSecret];
  if (federation.some((value) => value !== undefined) && federation.includes(undefined)) {
    found.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together, and not all are given');
  }
  if (config.oidcIssuer !== undefined && config.oidcRealms.length === 0) {
    found.push('OIDC_REALMS is required with OIDC_ISSUER');
  }
  if (!config.demo && config.oidcIssuer?.startsWith('http:')) {
    found.push('OIDC_ISSUER must be https outside the demo');
  }
  const directory = [
    config.directoryUrl,
    config.directoryUser,
    config.directoryPassword,
    config.directoryBase,
  ];
  if (directory.some((value) => value !== undefined) && directory.includes(undefined)) {
    found.push(
      'DIRECTORY_URL, DIRECTORY_USER, DIRECTORY_PASSWORD and DIRECTORY_BASE belong together, and not all are given',
    );
  }
  if (config.port !== 0 && config.port === config.metricsPort) {
    found.push('METRICS_PORT must differ from PORT');
  }
  return found;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { z } from 'zod';

import { keysOf } from '#kernel/keys.ts';

import type { Config, Setting, SettingKey } from '../config.ts';
import { settings } from '../config.ts';
import { groupNames, groups, type GroupName, type GroupSource } from '../connections/groups.ts';
import { StartError, WRONG_SETTING } from '../start-error.ts';
import { installationSettings } from './installation.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a value came from: `portal` = written on a screen and kept in the database; undefined = the default. */
export type Source = 'environment' | 'file' | 'portal' | undefined;

interface Found {
  text: string | undefined;
  source: Source;
}

const OWN = /^VAKTMESTER_/;

/** Reads and checks every setting; all that is wrong is said in one `StartError` of one line, exit code 2. */
export function readConfig(environment: Environment): Config {
  const read = readSettings(settings, environment, installationSettings(environment));
  const wrong = [...unknownNames(environment), ...read.wrong];
  const config = complete(read.values, givenIn(environment));
  if (wrong.length === 0) wrong.push(...contradictions(config));
  refuseWrong(wrong);
  return config;
}

type Read<S extends Record<string, Setting>> = { [Key in keyof S]: z.output<S[Key]['schema']> };

/** Each setting by its own schema; what is wrong is said, and its value is missing. */
export function readSettings<S extends Record<string, Setting>>(
  known: S,
  environment: Environment,
  installation: Environment = {},
): { values: Read<S>; wrong: string[] } {
  const wrong: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting>(known)) {
    try {
      const result = setting.schema.safeParse(find(setting, environment, installation).text);
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

/**
 * The text of a setting: from the environment, from the file named by `<name>_FILE`, from the portal's own installation
 * file, or its default.
 */
export function find(setting: Setting, environment: Environment, installation: Environment = {}): Found {
  const given = environment[setting.name] || undefined;
  const file = (setting.secret && environment[`${setting.name}_FILE`]) || undefined;
  if (given !== undefined && file !== undefined) {
    throw new Error(`${setting.name} is given twice, also by ${setting.name}_FILE`);
  }
  if (given !== undefined) return { text: given, source: 'environment' };
  if (file !== undefined) return { text: readSecret(`${setting.name}_FILE`, file), source: 'file' };
  const kept = installation[setting.name];
  if (kept !== undefined) return { text: kept, source: 'portal' };
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

/** A setting given by name or by the name of its file; one that is given wrongly has been refused before. */
export function givenIn(environment: Environment): ReadonlySet<SettingKey> {
  const isGiven = ({ name, secret }: Setting) =>
    Boolean(environment[name]) || (secret === true && Boolean(environment[`${name}_FILE`]));
  return new Set(rows().flatMap(([key, setting]) => (isGiven(setting) ? [key] : [])));
}

function complete(given: Read<typeof settings>, keys: ReadonlySet<SettingKey>): Config {
  const demo = given.demo ?? given.databaseUrl === undefined;
  return {
    ...given,
    importFolder: given.importFolder ?? (demo ? join(given.data, 'import') : undefined),
    publicUrl: given.publicUrl ?? `http://localhost:${given.port}`,
    trustedProxies: given.trustedProxies ?? [],
    oidcRealms: given.oidcRealms ?? [],
    mailTo: given.mailTo ?? [],
    demo,
    given: keys,
  };
}

function contradictions(config: Config): string[] {
  const found: string[] = [];
  // A server that the portal itself keeps was chosen by a portal that has its key already.
  if (config.given.has('databaseUrl') && config.encryptionKey === undefined) {
    found.push('ENCRYPTION_KEY is required with DATABASE_URL');
  }
  found.push(
    ...contradictionsOfFederation(config),
    ...contradictionsOfDirectory(config),
    ...contradictionsOfMail(config),
  );
  if (config.port !== 0 && config.port === config.metricsPort) {
    found.push('METRICS_PORT must differ from PORT');
  }
  return found;
}

function contradictionsOfFederation(config: Config): string[] {
  const found: string[] = [];
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
  return found;
}

function contradictionsOfDirectory(config: Config): string[] {
  const directory = [
    config.directoryUrl,
    config.directoryUser,
    config.directoryPassword,
    config.directoryBase,
  ];
  if (directory.every((value) => value === undefined) || !directory.includes(undefined)) return [];
  return [
    'DIRECTORY_URL, DIRECTORY_USER, DIRECTORY_PASSWORD and DIRECTORY_BASE belong together, and not all are given',
  ];
}

function contradictionsOfMail({ mailUrl, mailUser, mailPassword, mailFrom, mailTo }: Config): string[] {
  const found: string[] = [];
  if (mailUrl !== undefined && (mailFrom === undefined || mailTo.length === 0)) {
    found.push('MAIL_FROM and MAIL_TO are required with MAIL_URL');
  }
  if ((mailUser === undefined) !== (mailPassword === undefined)) {
    found.push('MAIL_USER and MAIL_PASSWORD belong together, and not both are given');
  }
  return found;
}

/**
 * The configuration with what the portal keeps in place of what the environment does not give. `kept`: by setting, as the
 * environment would give it. What does not fit is in `wrong`, and the configuration stands without its group.
 */
export function withKept(
  config: Config,
  kept: ReadonlyMap<SettingKey, string>,
): { config: Config; wrong: string[] } {
  let current = config;
  const wrong: string[] = [];
  for (const group of groupNames) {
    if (sourceOf(group, config, kept) !== 'portal') continue;
    const { values, wrong: unfit } = readGroup(group, kept);
    const next = { ...current, ...values };
    const problems = [...unfit, ...contradictions(next)];
    if (problems.length === 0) current = next;
    wrong.push(...problems);
  }
  return { config: current, wrong };
}

/** A group is the environment's as soon as the environment gives one of its settings. */
export function sourceOf(
  group: GroupName,
  { given }: Pick<Config, 'given'>,
  kept: ReadonlyMap<SettingKey, string>,
): GroupSource {
  if (groups[group].some((key) => given.has(key))) return 'environment';
  return groups[group].some((key) => kept.has(key)) ? 'portal' : 'none';
}

function readGroup(group: GroupName, kept: ReadonlyMap<SettingKey, string>) {
  const found = groups[group].flatMap((key) => {
    const text = kept.get(key);
    return text === undefined ? [] : [[key, text] as const];
  });
  const environment = Object.fromEntries(found.map(([key, text]) => [settings[key].name, text]));
  const { values, wrong } = readSettings(settings, environment);
  return { values: Object.fromEntries(found.map(([key]) => [key, values[key]])), wrong };
}

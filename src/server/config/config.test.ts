import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { StartError } from '../start-error.ts';
import { configurationPage, describeConfig } from './describe.ts';
import { readConfig, sourceOf, withKept } from './read.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaktmester-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const key = Buffer.alloc(32, 7).toString('base64');
const server = { DATABASE_URL: 'postgres://portal:hemmelig@db/portal', ENCRYPTION_KEY: key };

function refusal(environment: Record<string, string>): { message: string; exitCode: number } {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartError) return { message: error.message, exitCode: error.exitCode };
    throw error;
  }
  throw new Error('The configuration was accepted');
}

describe('reading the configuration', () => {
  it('needs nothing: the demo on port 3000 with the embedded database', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      demo: true,
      databaseUrl: undefined,
      logLevel: 'warning',
      trustedProxies: [],
    });
  });

  it('is no demo once a database server is given', () => {
    expect(readConfig(server)).toMatchObject({ demo: false, encryptionKey: Buffer.alloc(32, 7) });
    expect(readConfig({ ...server, DEMO: 'true' }).demo).toBe(true);
  });

  it('takes an empty variable as not given', () => {
    expect(readConfig({ PORT: '', OIDC_ISSUER: '' })).toMatchObject({ port: 3000, oidcIssuer: undefined });
  });

  it('reads a secret from a file, without the line end', () => {
    const file = join(folder, 'key');
    writeFileSync(file, `${key}\n`);
    expect(readConfig({ ENCRYPTION_KEY_FILE: file }).encryptionKey).toEqual(Buffer.alloc(32, 7));
  });

  it('separates the trusted proxies', () => {
    expect(readConfig({ TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16' }).trustedProxies).toEqual([
      '10.0.0.1',
      '10.1.0.0/16',
    ]);
  });

  it('switches the metrics off', () => {
    expect(readConfig({ METRICS_PORT: 'off' }).metricsPort).toBeUndefined();
  });
});

describe('refusing a configuration', () => {
  it.each([
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '3000a' }, 'PORT must be a whole number from 0 to 65535'],
    [{ METRICS_PORT: 'on' }, 'METRICS_PORT must be off or a whole number from 0 to 65535'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must differ from PORT'],
    [{ DIRECTORY_URL: 'http://dc1' }, 'DIRECTORY_URL must be an address such as ldaps://'],
    [
      { DIRECTORY_URL: 'ldaps://dc1' },
      'DIRECTORY_URL, DIRECTORY_USER, DIRECTORY_PASSWORD and DIRECTORY_BASE belong',
    ],
    [{ DIRECTORY_BASE: 'Skoler' }, 'DIRECTORY_BASE must be a place such as OU=Skoler,DC='],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of off, error, warning, info, debug'],
    [{ DEMO: 'yes' }, 'DEMO must be true or false'],
    [{ PUBLIC_URL: 'portal.example.no' }, 'PUBLIC_URL must be an address such as https://portal.example.no'],
    [{ DATABASE_URL: 'mysql://db/portal' }, 'DATABASE_URL must be an address such as postgres://'],
    [{ DATABASE_URL: server.DATABASE_URL }, 'ENCRYPTION_KEY is required with DATABASE_URL'],
    [{ ENCRYPTION_KEY: 'c2hvcnQ=' }, 'ENCRYPTION_KEY must be at least 32 random bytes in base64'],
    [{ ENCRYPTION_KEY_FILE: '/nowhere/key' }, 'ENCRYPTION_KEY_FILE names /nowhere/key, which cannot be read'],
    [{ ENCRYPTION_KEY: key, ENCRYPTION_KEY_FILE: '/nowhere/key' }, 'ENCRYPTION_KEY is given twice'],
    [{ OIDC_ISSUER: 'https://auth.dataporten.no' }, 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together'],
    [
      { OIDC_ISSUER: 'https://auth.dataporten.no', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
      'OIDC_REALMS is required with OIDC_ISSUER',
    ],
    [{ VAKTMESTER_DATTA: './x' }, 'VAKTMESTER_DATTA is not a setting'],
  ])('%o: %s', (environment, message) => {
    const refused = refusal(environment);
    expect(refused.message).toContain(message);
    expect(refused.message).not.toContain('\n');
    expect(refused.exitCode).toBe(2);
  });

  it('says all that is wrong at once', () => {
    expect(refusal({ PORT: 'x', LOG_LEVEL: 'x' }).message).toMatch(/PORT must .*; LOG_LEVEL must/);
  });

  it('never says a secret', () => {
    expect(refusal({ DATABASE_URL: 'mysql://portal:hemmelig@db/portal' }).message).not.toContain('hemmelig');
  });
});

describe('settings kept by the portal', () => {
  const kept = new Map([
    ['directoryUrl', 'ldaps://dc1.test'],
    ['directoryUser', 'portal'],
    ['directoryPassword', 'hemmelig'],
    ['directoryBase', 'OU=Skoler,DC=test'],
    ['importFolder', '/import'],
  ] as const);

  it('hold where the environment gives nothing of their group', () => {
    const { config, wrong } = withKept(readConfig({ DEMO: 'false', IMPORT_FOLDER: '/annen' }), kept);
    expect(wrong).toEqual([]);
    expect(config).toMatchObject({ directoryUrl: 'ldaps://dc1.test', importFolder: '/annen' });
    expect(sourceOf('directory', config, kept)).toBe('portal');
    expect(sourceOf('files', config, kept)).toBe('environment');
    expect(sourceOf('federation', config, kept)).toBe('none');
  });

  it('that do not fit leave their group unset, and the portal starts all the same', () => {
    const unfit = new Map([
      ['oidcIssuer', 'https://feide.test'],
      ['importFolder', '/import'],
    ] as const);
    const { config, wrong } = withKept(readConfig({ DEMO: 'false' }), unfit);
    expect(wrong.join()).toContain('OIDC_CLIENT_ID');
    expect(config).toMatchObject({ oidcIssuer: undefined, importFolder: '/import' });
  });
});

describe('showing the configuration', () => {
  it('says what the portal keeps, where the environment gives nothing', () => {
    const keptHere = new Map([
      ['directoryUrl', 'ldaps://dc1.test'],
      ['directoryPassword', 'hemmelig'],
      ['importFolder', '/import'],
    ] as const);
    const shown = describeConfig({ IMPORT_FOLDER: '/annen' }, keptHere);
    expect(shown).toMatch(/^DIRECTORY_URL +ldaps:\/\/dc1\.test \(portal\)$/m);
    expect(shown).toMatch(/^DIRECTORY_PASSWORD +\*+ \(portal\)$/m);
    expect(shown).toMatch(/^IMPORT_FOLDER +\/annen \(environment\)$/m);
    expect(shown).not.toContain('hemmelig');
  });

  it('hides secrets and says where each value came from', () => {
    const shown = describeConfig({ ...server, PORT: '8080' });
    expect(shown).toMatch(/^PORT +8080 \(environment\)$/m);
    expect(shown).toMatch(/^DATABASE_URL +\*+ \(environment\)$/m);
    expect(shown).toMatch(/^LOG_LEVEL +warning \(default\)$/m);
    expect(shown).not.toContain('hemmelig');
    expect(shown).not.toContain(key);
  });

  it('is documented in docs/configuration.md as it is', async () => {
    await expect(configurationPage()).toMatchFileSnapshot('../../../docs/configuration.md');
  });
});

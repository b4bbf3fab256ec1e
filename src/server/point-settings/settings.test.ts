import { describe, expect, it } from 'vitest';

import { StartError } from '../start-error.ts';
import { webFilterPage } from './describe.ts';
import { readWebFilter } from './read.ts';

const given = {
  WEB_FILTER_PORTAL: 'https://portal.fjordby.no',
  WEB_FILTER_POINT: '3f1c1d0e-0000-4000-8000-000000000001',
  WEB_FILTER_SECRET: Buffer.alloc(32, 7).toString('base64url'),
};
const directory = {
  WEB_FILTER_IDENTITY: 'ldaps',
  WEB_FILTER_DIRECTORY_URL: 'ldaps://dc1.fjordby.no',
  WEB_FILTER_DIRECTORY_BASE: 'OU=Skoler,DC=fjordby,DC=no',
  WEB_FILTER_DIRECTORY_USER: 'CN=squid,DC=fjordby,DC=no',
  WEB_FILTER_DIRECTORY_PASSWORD_FILE: '/etc/squid/password',
};

describe('the settings of the point for Squid', () => {
  it('are Kerberos and a Squid of its own where nothing else is said', () => {
    expect(readWebFilter({ ...given, WEB_FILTER_NAME: 'proxy.fjordby.no' })).toMatchObject({
      secret: Buffer.alloc(32, 7),
      identity: {
        kerberos: { keytab: '/etc/squid/proxy.keytab', service: 'HTTP/proxy.fjordby.no' },
        ldaps: undefined,
      },
      byAddress: false,
      squid: 'own',
      listen: ['3128'],
    });
  });

  it('know people by two ways of signing in at once, or by nothing but their address', () => {
    const both = { ...given, ...directory, WEB_FILTER_IDENTITY: 'kerberos, ldaps', WEB_FILTER_NAME: 'proxy' };
    expect(readWebFilter(both)).toMatchObject({
      identity: { kerberos: { service: 'HTTP/proxy' }, ldaps: { url: 'ldaps://dc1.fjordby.no' } },
      byAddress: false,
    });
    expect(readWebFilter({ ...given, WEB_FILTER_IDENTITY: 'addresses' })).toMatchObject({
      identity: { kerberos: undefined, ldaps: undefined },
      byAddress: true,
    });
  });

  it.each([
    [{ WEB_FILTER_PORTAL: '' }, 'WEB_FILTER_PORTAL is required'],
    [{ WEB_FILTER_PORTAL: 'portal' }, 'WEB_FILTER_PORTAL must be an address'],
    [{ WEB_FILTER_POINT: 'proxy' }, 'WEB_FILTER_POINT must be an id'],
    [{ WEB_FILTER_SECRET: 'short' }, 'WEB_FILTER_SECRET must be the secret'],
    [{ WEB_FILTER_IDENTITY: 'name' }, 'WEB_FILTER_IDENTITY must be some of kerberos, ldaps, addresses'],
    [{ WEB_FILTER_IDENTITY: 'kerberos, addresses' }, 'WEB_FILTER_IDENTITY: addresses stands alone'],
    [
      { WEB_FILTER_IDENTITY: 'ldaps' },
      'WEB_FILTER_DIRECTORY_URL is required with ldaps; WEB_FILTER_DIRECTORY_BASE is',
    ],
    [{ ...directory, WEB_FILTER_DIRECTORY_URL: 'ldap://dc1' }, 'WEB_FILTER_DIRECTORY_URL must be an address'],
    // What would be another line of Squid's configuration.
    [{ WEB_FILTER_NAME: 'a\nhttp_access allow all' }, 'WEB_FILTER_NAME must be one word'],
    [{ WEB_FILTER_CLIENTS: 'all' }, 'WEB_FILTER_CLIENTS must be ranges'],
    [{ WEB_FILTER_ACCESS_LOG: 'log' }, 'WEB_FILTER_ACCESS_LOG must be a whole path'],
    [{ WEB_FILTER_LISTEN: 'here' }, 'WEB_FILTER_LISTEN must be ports'],
  ])('%o: %s', (environment, message) => {
    expect(() => readWebFilter({ ...given, ...environment })).toThrow(StartError);
    expect(() => readWebFilter({ ...given, ...environment })).toThrow(message);
  });

  it('are documented in docs/web-filter-squid.md as they are', async () => {
    await expect(webFilterPage()).toMatchFileSnapshot('../../../docs/web-filter-squid.md');
  });
});

import { hostname } from 'node:os';

import type { Identity } from '#connectors/web-filter/squid/configuration.ts';

import { type Environment, readSettings, refuseWrong } from '../config/read.ts';
import { webFilterSettings, type WebFilterConfig } from './settings.ts';

const REQUIRED = ['portal', 'point', 'secret'] as const;
const OF_LDAPS = ['directoryUrl', 'directoryBase', 'directoryUser', 'directoryPasswordFile'] as const;

export interface WebFilter extends Omit<WebFilterConfig, 'identity' | 'name'> {
  name: string;
  identity: Identity;
  byAddress: boolean;
}

/** Reads and checks every setting of the point; all that is wrong is said in one `StartError` of one line. */
export function readWebFilter(environment: Environment): WebFilter {
  const missing = REQUIRED.map((key) => webFilterSettings[key].name).filter(
    (name) => !environment[name] && !environment[`${name}_FILE`],
  );
  refuseWrong(missing.map((name) => `${name} is required`));
  const { values: config, wrong } = readSettings(webFilterSettings, environment);
  refuseWrong(wrong);
  const isKnownBy = (identity: string) => config.identity.some((one) => one === identity);
  const name = config.name ?? hostname();
  if (isKnownBy('addresses') && config.identity.length > 1) {
    // Whoever did not sign in would be refused before anybody looked at the address.
    refuseWrong([`${webFilterSettings.identity.name}: addresses stands alone`]);
  }
  if (isKnownBy('ldaps')) {
    const absent = OF_LDAPS.filter((key) => config[key] === undefined);
    refuseWrong(absent.map((key) => `${webFilterSettings[key].name} is required with ldaps`));
  }
  const { directoryUrl: url, directoryBase: base, directoryUser: user } = config;
  const passwordFile = config.directoryPasswordFile;
  const isComplete =
    url !== undefined && base !== undefined && user !== undefined && passwordFile !== undefined;
  return {
    ...config,
    name,
    byAddress: isKnownBy('addresses'),
    identity: {
      kerberos: isKnownBy('kerberos')
        ? {
            keytab: config.keytab,
            service: config.service ?? `HTTP/${name}`,
            configuration: config.kerberosConfiguration,
          }
        : undefined,
      ldaps:
        isKnownBy('ldaps') && isComplete
          ? { url, base, user, passwordFile, ca: config.directoryCa }
          : undefined,
    },
  };
}

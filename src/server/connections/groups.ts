/** Which settings are written on screens, and which of them belong together. */
import type { SettingKey } from '../config.ts';

/**
 * The settings of a group are saved and tested together, and come from one place: from the environment if it gives any of
 * them, otherwise from what the portal keeps.
 */
export const groups = {
  address: ['publicUrl', 'trustedProxies'],
  federation: ['oidcIssuer', 'oidcClientId', 'oidcClientSecret', 'oidcRealms'],
  directory: [
    'directoryUrl',
    'directoryUser',
    'directoryPassword',
    'directoryBase',
    'directoryCa',
    'directoryUserDomain',
  ],
  files: ['importFolder'],
  mail: ['mailUrl', 'mailUser', 'mailPassword', 'mailFrom', 'mailTo', 'mailCa'],
} as const satisfies Record<string, readonly SettingKey[]>;

export type GroupName = keyof typeof groups;
export const groupNames: readonly GroupName[] = ['address', 'federation', 'directory', 'files', 'mail'];

/** `none`: nobody has set it, so the default holds. */
export type GroupSource = 'environment' | 'portal' | 'none';

/** Cookies, their names and the trusted proxies are fixed when the portal opens; everything else follows at once. */
export const needsRestart: ReadonlySet<GroupName> = new Set(['address']);

import { globalPackageList, globalPackages, schoolPackageList, schoolPackages } from '../contract.ts';
import type nb from './text.nb.json';
/** The two kinds of packages on the screen: which rows of the contract, which right. */

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'domain-packages': typeof nb;
  }
}

export const kinds = {
  school: { routes: schoolPackages, list: schoolPackageList },
  global: { routes: globalPackages, list: globalPackageList },
} as const;

export type Kind = keyof typeof kinds;

/** A lock that opens a package opens another list at once. */
export const touches = ['internetlock'] as const;

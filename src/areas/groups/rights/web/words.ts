import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    rights: typeof nb;
  }
}

/** What a change of what a group opens or looks after makes stale. */
export const touched = ['group'] as const;

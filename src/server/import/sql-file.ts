import { readFile } from 'node:fs/promises';

/** The import's statements stand in files of their own: they are a program, and read as one. */
export type SqlFile =
  | 'stage'
  | 'changes'
  | 'settle'
  | 'thresholds'
  | 'match'
  | 'sources'
  | 'contact'
  | 'identity'
  | 'leave'
  | 'guard'
  | 'groups'
  | 'guard-memberships'
  | 'names'
  | 'at-once'
  | 'record'
  | 'details'
  | 'report'
  | 'apply'
  | 'memberships'
  | 'analyze'
  | 'decided'
  | 'finish';

export const sqlFile = (name: SqlFile): Promise<string> =>
  readFile(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8');

/** The words that the connectors of a directory, the reconciliation and the screen share. */

export const directoryKinds = ['school', 'user', 'group'] as const;
export type DirectoryKind = (typeof directoryKinds)[number];

/**
 * Whose rows the portal keeps there, in the order they come. A candidate of an exam has an account of the same kind as a
 * user, and an exam is a group of its candidates, each with rows of another table.
 */
export const keptKinds = ['school', 'user', 'candidate', 'exam', 'group'] as const;
export type KeptKind = (typeof keptKinds)[number];

/** As what a row is kept. */
export function directoryKindOf(kind: KeptKind): DirectoryKind {
  if (kind === 'candidate') return 'user';
  return kind === 'exam' ? 'group' : kind;
}

/**
 * The fields of each kind. `place` and `name` say where an object lies and what it is called there; `commonName` is what it is
 * called in its place (CN), which administrators see and may change apart from the name people sign in with.
 */
export const directoryFields = {
  school: ['name', 'displayName'],
  user: [
    'name',
    'commonName',
    'place',
    'firstName',
    'lastName',
    'displayName',
    'title',
    'department',
    'email',
    'mobilePhone',
    'description',
    'role',
    'enabled',
    /** The last day the account is open. */
    'expiresOn',
    /** Of candidates alone: where an account's own files lie, and where those of the whole exam do. */
    'homeFolder',
    'homeFolderMac',
    'commonFolders',
  ],
  group: ['name', 'commonName', 'place', 'displayName', 'description', 'email', 'hidden'],
} as const satisfies Record<DirectoryKind, readonly string[]>;

/** Everything that can differ: the object itself, its fields, its members, and the demand for a new password. */
export const differingFields = ['object', ...directoryFields.user, 'hidden', 'member', 'mustChange'] as const;

export const directoryErrors = [
  /** Concerns every entry: nobody is to blame. */
  'unreachable',
  'sign-in-refused',
  /** May go well another time. */
  'busy',
  'not-found',
  'member-missing',
  /** Needs somebody to look. */
  'name-taken',
  'password-refused',
  'access-refused',
  'value-refused',
  'not-empty',
  'refused',
] as const;
export type DirectoryErrorCode = (typeof directoryErrors)[number];

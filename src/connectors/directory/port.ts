/**
 * A directory: the system that keeps the accounts people sign in to machines and services with. The portal says what
 * it wants there, reads what is there, and asks for the difference (docs/decisions/0005). Everything goes in batches:
 * one answer per entry, and an entry that fails says nothing about the others.
 */
import type { DirectoryErrorCode, DirectoryKind } from '#kernel/directory.ts';

/** `null` = nothing there. A field that an answer lacks is one this directory cannot keep. */
export type FieldValue = string | boolean | null;
export type Fields = Readonly<Record<string, FieldValue>>;

export type Branch = 'students' | 'employees' | 'exams' | 'groups';

/** Where an object lies: `GRA/students`, or `/groups` for what belongs to the whole owner. */
export const placeOf = (school: string | null, branch: Branch): string => `${school ?? ''}/${branch}`;

export interface Observed {
  /** The directory's own id, which stays through renames and moves. */
  id: string;
  fields: Fields;
  /** Ids of the members, of a group. */
  members?: ReadonlySet<string>;
  /** The user chooses a new password at the next sign-in. */
  mustChange?: boolean;
  /** Locked after too many wrong passwords, since when and until when. */
  lockedAt?: Date | null;
  lockedUntil?: Date | null;
  /** When the account was last used, as far as this directory knows. */
  lastLogin?: Date | null;
  /** What the connector itself needs of the reading when it changes the object. */
  own?: Readonly<Record<string, string>>;
}

/** An object is found by its id, or as long as none is known by its name. */
export interface Lookup {
  id: string | undefined;
  name: string;
}

export interface Creation {
  act: 'create';
  fields: Fields;
  /** Without one the account gets a password nobody knows. */
  password?: string | undefined;
  mustChange?: boolean | undefined;
  /**
   * The id of an object that was deleted: where the directory's recycle bin still has all of it, it is restored instead, with
   * its password and with the fields it had.
   */
  formerId?: string | undefined;
}

export interface Alteration {
  act: 'change';
  seen: Observed;
  /** Only those to be changed. */
  fields: Fields;
  password?: string | undefined;
  mustChange?: boolean | undefined;
  unlock?: boolean | undefined;
  addMembers?: readonly string[] | undefined;
  removeMembers?: readonly string[] | undefined;
}

export interface Removal {
  act: 'remove';
  seen: Observed;
}

export type Change = Creation | Alteration | Removal;

/** Why a directory did not do as it was asked. */
/** Of these it may be said that the whole directory is away. */
export const concernsAll = (code: DirectoryErrorCode): boolean =>
  code === 'unreachable' || code === 'sign-in-refused';

/** Of these another attempt changes nothing. */
export const isFinal = (code: DirectoryErrorCode): boolean =>
  code === 'password-refused' || code === 'name-taken' || code === 'value-refused';

export class DirectoryError extends Error {
  readonly code: DirectoryErrorCode;

  /** `said`: the directory's own words, which never hold a password. */
  constructor(code: DirectoryErrorCode, said: string, options?: ErrorOptions) {
    super(said, options);
    this.name = 'DirectoryError';
    this.code = code;
  }
}

/**
 * The id of the object, or why nothing became of the change. `restored`: see `Creation.formerId`; `notRestored`: the recycle
 * bin had the object whole, and the directory refused to restore it, so it was made again.
 */
export type Outcome =
  | { id: string; restored?: boolean; notRestored?: DirectoryError }
  | { error: DirectoryError };

/** What one knows of a directory once it has answered. */
export interface DirectoryFacts {
  address: string;
  base: string;
  features: {
    /** Groups can be kept out of the address lists: the schema has the attribute. */
    addressLists: boolean;
    /** Wrong passwords until an account is locked; null = never. */
    lockAfter: number | null;
    /** Null = until somebody unlocks. */
    lockMinutes: number | null;
    passwordLength: number | null;
  };
}

export interface Directory {
  readonly kind: 'simulated' | 'ad';
  /** As many changes as one call had better get: something urgent waits for the end of it. */
  readonly portion: number;
  /** Signs in and looks around. Throws `DirectoryError`, as every call does when the directory is away. */
  connect: () => Promise<DirectoryFacts>;
  /** In the order of the lookups; undefined where there is no such object. */
  read: (kind: DirectoryKind, lookups: readonly Lookup[]) => Promise<(Observed | undefined)[]>;
  /** In the order of the changes. What was done already counts as done. */
  apply: (kind: DirectoryKind, changes: readonly Change[]) => Promise<Outcome[]>;
  /** Ids of what anybody has changed or removed since, and how far that reaches; undefined = from now on. */
  changedSince: (since: string | undefined) => Promise<{ ids: string[]; through: string; isGap: boolean }>;
  /** Ids of accounts with administrator rights in the directory itself. The portal takes none of them over. */
  administrators: () => Promise<ReadonlySet<string>>;
  /** Accounts of these names that lie outside the portal's part of the directory. */
  outside: (names: readonly string[]) => Promise<Observed[]>;
  /** Everything of one kind, in portions. */
  all: (kind: DirectoryKind) => AsyncIterable<Observed[]>;
  close: () => Promise<void>;
}

/** What has to be done to a directory's object so that it is as the portal wants it. Pure: no clock, no database. */
import { type Change, type Fields, type FieldValue, type Observed } from '#connectors/directory/port.ts';
import { directoryFields, type DirectoryKind } from '#kernel/directory.ts';

export interface Wanted {
  fields: Fields;
  /** Of a group. */
  members?: ReadonlySet<string>;
  password?: string | undefined;
  mustChange?: boolean;
  /** A lock older than this is lifted. */
  unlockedAt?: Date | null;
}

/** What the portal remembers of an object. */
export interface Known {
  id: string;
  /** The directory was told that the password must be changed. */
  mustChange: boolean;
}

/** One thing that differs. `member` names whom, where the field is `member`. */
export interface Difference {
  field: string;
  member: string;
  wanted: string | null;
  observed: string | null;
}

/** A difference somebody accepted, as the directory was then. */
export type Exception = Pick<Difference, 'field' | 'member' | 'observed'>;

export const shown = (value: FieldValue): string | null => (value === null ? null : String(value));

/** Names of accounts and addresses of objects have no case in a directory; what people read has. */
const sameWithoutCase = new Set(['name', 'place', 'email']);

function isSame(field: string, wanted: FieldValue, observed: FieldValue): boolean {
  if (wanted === observed) return true;
  return (
    sameWithoutCase.has(field) &&
    typeof wanted === 'string' &&
    typeof observed === 'string' &&
    wanted.toLowerCase() === observed.toLowerCase()
  );
}

/**
 * Everything that differs and nobody accepted. A field the directory cannot keep never differs, nor does one of which
 * the portal says nothing: that is somebody else's.
 */
export function differences(
  kind: DirectoryKind,
  wanted: Wanted,
  observed: Observed,
  exceptions: readonly Exception[] = [],
): Difference[] {
  const found: Difference[] = [];
  for (const field of directoryFields[kind]) {
    const [want, see] = [wanted.fields[field], observed.fields[field]];
    if (want === undefined || see === undefined || isSame(field, want, see)) continue;
    found.push({ field, member: '', wanted: shown(want), observed: shown(see) });
  }
  for (const member of wanted.members ?? []) {
    if (!observed.members?.has(member)) found.push(memberOf(member, 'present', null));
  }
  for (const member of observed.members ?? []) {
    if (!wanted.members?.has(member)) found.push(memberOf(member, null, 'present'));
  }
  return found.filter((one) => !exceptions.some((accepted) => isAccepted(one, accepted)));
}

const memberOf = (member: string, wanted: string | null, observed: string | null): Difference => ({
  field: 'member',
  member,
  wanted,
  observed,
});

const isAccepted = (one: Difference, accepted: Exception): boolean =>
  one.field === accepted.field && one.member === accepted.member && one.observed === accepted.observed;

/** The change that makes `observed` what is wanted; undefined when it is so already. */
export function changeTo(
  kind: DirectoryKind,
  wanted: Wanted,
  observed: Observed | undefined,
  known: Known | undefined,
  exceptions: readonly Exception[] = [],
): Change | undefined {
  if (!observed) {
    const { fields, password, mustChange } = wanted;
    return { act: 'create', fields, password, mustChange };
  }
  const found = differences(kind, wanted, observed, exceptions);
  const changed = found.filter(({ field }) => field !== 'member');
  const added = found.filter(({ field, wanted: want }) => field === 'member' && want !== null);
  const removed = found.filter(({ field, wanted: want }) => field === 'member' && want === null);
  const mustChange = isMustChangeAccepted(observed, exceptions)
    ? undefined
    : mustChangeTo(wanted, observed, known);
  const unlock = isLockToLift(wanted, observed);
  if (found.length === 0 && wanted.password === undefined && mustChange === undefined && !unlock) {
    return undefined;
  }
  return {
    act: 'change',
    seen: observed,
    fields: Object.fromEntries(changed.map(({ field }) => [field, wanted.fields[field] ?? null])),
    password: wanted.password,
    // A new password would silently take the demand away.
    mustChange: wanted.password === undefined ? mustChange : wanted.mustChange,
    unlock,
    addMembers: added.map(({ member }) => member),
    removeMembers: removed.map(({ member }) => member),
  };
}

/** Somebody lets the demand for a new password be as it is in the directory. */
export const isMustChangeAccepted = ({ mustChange }: Observed, exceptions: readonly Exception[]): boolean =>
  exceptions.some(({ field, observed }) => field === 'mustChange' && observed === String(mustChange));

/** Whoever was told to choose a new password and no longer is, has chosen one: that is not a difference. */
export function hasChosenPassword(wanted: Wanted, observed: Observed, known: Known | undefined): boolean {
  return (
    wanted.mustChange === true &&
    wanted.password === undefined &&
    observed.mustChange === false &&
    known?.id === observed.id &&
    known.mustChange
  );
}

function mustChangeTo(wanted: Wanted, observed: Observed, known: Known | undefined): boolean | undefined {
  if (wanted.mustChange === undefined || wanted.mustChange === observed.mustChange) return undefined;
  return hasChosenPassword(wanted, observed, known) ? undefined : wanted.mustChange;
}

function isLockToLift({ unlockedAt }: Wanted, { lockedAt }: Observed): boolean {
  return Boolean(unlockedAt && lockedAt && lockedAt <= unlockedAt);
}

/** What the portal's row is gone of: closed at once. */
export function closing(kind: DirectoryKind, observed: Observed): Change | undefined {
  if (kind === 'user' && observed.fields['enabled'] === true) {
    return { act: 'change', seen: observed, fields: { enabled: false } };
  }
  if (kind === 'group' && observed.members?.size) {
    return { act: 'change', seen: observed, fields: {}, removeMembers: [...observed.members] };
  }
  return undefined;
}

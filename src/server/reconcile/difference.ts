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
  /** Null: nothing is known, so everything is brought. */
  brought: Brought | null;
}

/**
 * What the portal brought last, by field; `mustChange` beside the fields, `member` once a group has its members. A field
 * that is not here is still to be brought.
 */
export type Brought = Readonly<Record<string, FieldValue>>;

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
const sameWithoutCase = new Set(['name', 'commonName', 'place', 'email']);

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

/** Remembered of an object that is as `wanted` wants it, or differs only where somebody else changed it. */
export function broughtTo({ fields, members, mustChange }: Wanted): Brought {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(mustChange !== undefined && { mustChange }),
    ...(members && { member: true }),
  };
}

/**
 * Whether the portal has not brought yet what it wants in this difference. If it has, somebody changed the directory
 * since, and a superadmin decides (decision 0014). `membersDue`: members whose membership the portal changed.
 */
export function isToBring(
  { field, member }: Pick<Difference, 'field' | 'member'>,
  wanted: Wanted,
  known: Known | undefined,
  membersDue: ReadonlySet<string>,
): boolean {
  if (!known?.brought) return true;
  const last = known.brought[field];
  if (last === undefined) return true;
  if (field === 'member') return membersDue.has(member);
  const want = field === 'mustChange' ? wanted.mustChange : wanted.fields[field];
  return want !== undefined && !isSame(field, want, last);
}

export interface Comparison {
  /** Undefined when there is nothing to do. */
  change: Change | undefined;
  /** What differs and is left as it is until somebody decides. */
  undecided: Difference[];
}

/** The change that brings what the portal wants and has not brought before. */
export function changeTo(
  kind: DirectoryKind,
  wanted: Wanted,
  observed: Observed | undefined,
  known: Known | undefined,
  { exceptions = [], membersDue = noMembers }: Decided = {},
): Comparison {
  if (!observed) {
    const { fields, password, mustChange } = wanted;
    return { change: { act: 'create', fields, password, mustChange }, undecided: [] };
  }
  // An object that took the place of the remembered one was brought nothing yet.
  const before = known?.id === observed.id ? known : undefined;
  const all = differences(kind, wanted, observed, exceptions);
  const [found, undecided]: [Difference[], Difference[]] = [[], []];
  for (const one of all) (isToBring(one, wanted, before, membersDue) ? found : undecided).push(one);
  const changed = found.filter(({ field }) => field !== 'member');
  const added = found.filter(({ field, wanted: want }) => field === 'member' && want !== null);
  const removed = found.filter(({ field, wanted: want }) => field === 'member' && want === null);
  const [demand] = mustChangeDifference(wanted, observed, known, exceptions);
  const isDemandLeft = demand !== undefined && !isToBring(demand, wanted, before, membersDue);
  if (isDemandLeft) undecided.push(demand);
  const mustChange = demand === undefined || isDemandLeft ? undefined : wanted.mustChange;
  const unlock = isLockToLift(wanted, observed);
  if (found.length === 0 && wanted.password === undefined && mustChange === undefined && !unlock) {
    return { change: undefined, undecided };
  }
  const change: Change = {
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
  return { change, undecided };
}

/** The fields of `brought` that a change writes. */
export function changedFields(change: Change | undefined): string[] {
  if (change?.act !== 'change') return [];
  return [...Object.keys(change.fields), ...(change.mustChange === undefined ? [] : ['mustChange'])];
}

interface Decided {
  exceptions?: readonly Exception[];
  membersDue?: ReadonlySet<string>;
}

const noMembers: ReadonlySet<string> = new Set();

/** The demand to change the password was taken away, or made, in the directory itself. */
export function mustChangeDifference(
  wanted: Wanted,
  observed: Observed,
  known: Known | undefined,
  exceptions: readonly Exception[] = [],
): Difference[] {
  if (wanted.mustChange === undefined || observed.mustChange === undefined || wanted.password !== undefined)
    return [];
  if (wanted.mustChange === observed.mustChange || hasChosenPassword(wanted, observed, known)) return [];
  if (isMustChangeAccepted(observed, exceptions)) return [];
  return [
    {
      field: 'mustChange',
      member: '',
      wanted: String(wanted.mustChange),
      observed: String(observed.mustChange),
    },
  ];
}

/** Somebody lets the demand for a new password be as it is in the directory. */
const isMustChangeAccepted = ({ mustChange }: Observed, exceptions: readonly Exception[]): boolean =>
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

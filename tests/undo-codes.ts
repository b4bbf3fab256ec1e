/** Refusals of commands that need no rule of the areas when their effect is undone, and why. */
import type { ErrorCode } from '#kernel/errors.ts';

/** Held by the plan itself, for every table: what is not there, what changed since, what a unique index keeps. */
export const heldByPlan: readonly ErrorCode[] = [
  'row.stale',
  'group.name-taken',
  'user.name-taken',
  'data-source.name-taken',
  'domain-package.name-taken',
  'domain-package.in-use',
  'exam-resource.name-taken',
  'exam-group.locked',
  'point.name-taken',
  'school-access.temporary-exists',
  'school-access.block-exists',
  'superadmin.exists',
  'view.name-taken',
  'number-change.exists',
  'number-change.done',
];

/** About what somebody typed, asked for twice, or the state of another system: an undoing has none of it. */
export const noRuleOfRow: readonly ErrorCode[] = [
  'access.denied',
  'bulk.nothing-to-retry',
  'clock.not-demo',
  'connections.from-environment',
  'data-source.no-file',
  'data-source.no-folder',
  'data-source.unreachable',
  'deactivation.not-deactivated',
  'deactivation.not-planned',
  'directory.none',
  'directory.not-simulated',
  'identity.number-taken',
  'import.running',
  'import.slice-not-open',
  'internet-lock.exam',
  'internet-lock.not-under',
  'internet-lock.not-yours',
  'number-change.in-use',
  'number-change.not-the-number',
  'password.protected-among',
  'point.simulated',
  'request.repeated',
  'school-code.exists',
  'setup.closed',
  'setup.database-unfit',
  'setup.no-restart',
  'user.not-expired',
  'group.not-deleted',
  'sign-in.school-invalid',
];

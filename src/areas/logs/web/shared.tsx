/** What other areas may use of the logs on the screen: the history of one row, and addresses in the logs. */
import { later } from '#web/ui/later.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import { ALL_TIME, type LogTarget } from './target.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    logs: typeof nb;
  }
}

/** A button that undoes an operation, with what would happen shown first. */
export const UndoOperation = later(async () => (await import('./UndoAct.tsx')).UndoOfOperation);

/** The dialog of the same, for a part of the operation: a school, or a group. */
export const UndoOperationDialog = later(async () => (await import('./UndoDialog.tsx')).UndoDialog);

/** Everything that was done to one user or group, newest first, with before and after. */
export const ChangeLogTab = later(
  async () => (await import('./Timeline.tsx')).Timeline,
  <SkeletonLines lines={6} />,
);

/** The address of one operation in the log of long operations. */
export const operationAddress = (id: number): string => `/logs/operations?open=${id}`;

/** The address of everything that was done to one user or group, also where there is no card any more. */
export const changeLogAddress = (target: LogTarget): string =>
  `/logs?${new URLSearchParams({ target, at: ALL_TIME }).toString()}`;

export { changeLogOf } from './target.ts';

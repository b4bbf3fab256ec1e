/** What other areas may use of the logs on the screen: the history of one row, and addresses in the logs. */
import { Suspense, lazy } from 'react';

import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import type { LogTarget } from './target.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    logs: typeof nb;
  }
}

const Timeline = lazy(async () => ({ default: (await import('./Timeline.tsx')).Timeline }));

const Undo = lazy(async () => ({ default: (await import('./UndoAct.tsx')).UndoOfOperation }));

/** A button that undoes an operation, with what would happen shown first. */
export function UndoOperation({ id }: { id: number }) {
  return (
    <Suspense fallback={null}>
      <Undo id={id} />
    </Suspense>
  );
}

/** Everything that was done to one user or group, newest first, with before and after. */
export function ChangeLogTab({ target }: { target: LogTarget }) {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <Timeline target={target} />
    </Suspense>
  );
}

/** The address of one operation in the log of long operations. */
export const operationAddress = (id: number): string => `/logs/operations?open=${id}`;

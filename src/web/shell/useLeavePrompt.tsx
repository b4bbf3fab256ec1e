import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId } from 'react';

import { LeaveDialog } from './LeaveDialog.tsx';

/** The forms on the screen that have unsaved changes. */
const unsaved = new Set<string>();

/** For acts that replace the page without changing its address, such as switching school. */
export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/**
 * Asks before unsaved changes are left behind (specification §2), also by a reload or a closed tab. Staying is
 * the answer that has the focus, and Esc is that answer too. Draw what it returns anywhere in the page.
 */
export function useLeavePrompt(isDirty: boolean): ReactNode {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return undefined;
    unsaved.add(id);
    return () => {
      unsaved.delete(id);
    };
  }, [id, isDirty]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && leaves(current, next),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <LeaveDialog
      isOpen={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

interface Place {
  pathname: string;
  search: object;
}

/** Another page, another row's card, or another tab of it. A list beside the card may be searched meanwhile. */
function leaves(current: Place, next: Place): boolean {
  const card = ({ pathname, search }: Place) =>
    JSON.stringify([pathname, Reflect.get(search, 'open'), Reflect.get(search, 'tab')]);
  return card(current) !== card(next);
}

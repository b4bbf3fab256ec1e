import type { Requirement } from '#kernel/permissions.ts';

import { useSessionState } from '../session.ts';
import { useShellContext } from '../shell/useShellContext.ts';

/** May the reader call what asks for this? What one may not do is not offered. */
export function useMay(requirement: Requirement | undefined): boolean {
  const { session } = useShellContext();
  const permissions = useSessionState(session)?.me?.permissions ?? [];
  if (requirement === undefined) return false;
  return requirement === 'anyone' || requirement === 'signed-in' || permissions.includes(requirement);
}

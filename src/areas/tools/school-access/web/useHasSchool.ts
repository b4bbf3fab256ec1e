import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';

/** A role for the whole owner stands at no school until one is chosen, and access is always at one. */
export function useHasSchool(): boolean {
  const { session } = useShellContext();
  return (useSessionState(session)?.me?.currentSchool ?? null) !== null;
}

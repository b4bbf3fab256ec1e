import { useSessionState } from '../session.ts';
import { useShellContext } from './useShellContext.ts';

/** Does the reader stand at a school? A role for the whole owner stands at none until one is chosen. */
export function useHasSchool(): boolean {
  const { session } = useShellContext();
  return Boolean(useSessionState(session)?.me?.currentSchool);
}

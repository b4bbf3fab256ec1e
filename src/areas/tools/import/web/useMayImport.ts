import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';

/** Whoever may not start an import sees what the others did. */
export function useMayImport(): boolean {
  const { session } = useShellContext();
  return useSessionState(session)?.me?.permissions.includes('import.run') ?? false;
}

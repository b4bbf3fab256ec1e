/** The long operations that run now, for the top bar. Whoever follows them (the logs area) says what runs. */
import { useSyncExternalStore } from 'react';

export interface RunningOperation {
  id: string;
  /** In the reader's language, as "Brukerimport". */
  title: string;
  done: number;
  /** Undefined while it is not known. */
  total: number | undefined;
  /** The operation in the log, a path of ours. */
  to: string;
}

let running: readonly RunningOperation[] = [];
const listeners = new Set<() => void>();

export function showRunningOperations(operations: readonly RunningOperation[]): void {
  if (operations.length === 0 && running.length === 0) return;
  running = operations;
  for (const listener of listeners) listener();
}

export function useRunningOperations(): readonly RunningOperation[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running,
  );
}

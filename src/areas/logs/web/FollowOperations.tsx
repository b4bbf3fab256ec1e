import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { follow } from '#web/api/progress.ts';
import { loadTexts } from '#web/i18n.ts';
import { type RunningOperation, showRunningOperations } from '#web/operations.ts';
import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';

import { logs, OperationRow } from '../contract.ts';
import { operationAddress } from './shared.tsx';

const SHORTEST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** The words for what runs, fetched when something does: most of the time nothing runs. */
async function words() {
  const [{ eventName }, { tellEnd }] = await Promise.all([
    import('./looks.tsx'),
    import('./end.ts'),
    loadTexts('logs'),
  ]);
  return { eventName, tellEnd };
}

/** What an ended operation may have changed, by what its event begins with. */
const touchedBy: Readonly<Record<string, readonly string[]>> = {
  import: ['import', 'user', 'group', 'home'],
  user: ['user', 'group', 'home'],
  group: ['group', 'globalgroup', 'user', 'home'],
};

/**
 * Follows the long operations as long as somebody is signed in: the top bar shows what runs, the log moves by itself,
 * and who started something hears how it ended. Draws nothing.
 */
export function FollowOperations() {
  const queries = useQueryClient();
  const { session } = useShellContext();
  const me = useSessionState(session)?.me;
  const userName = me?.userName;
  const place = me?.currentSchool?.code;

  useEffect(() => {
    const stop = new AbortController();
    let running = new Map<number, RunningOperation>();

    const hear = async (row: OperationRow) => {
      const { eventName, tellEnd } = await words();
      if (row.status === 'running') {
        running.set(row.id, runningOf(row, eventName(row)));
      } else if (running.delete(row.id)) {
        if (row.startedBy === userName) tellEnd(row);
        for (const subject of touchedBy[row.event.split('.')[0] ?? ''] ?? []) {
          void queries.invalidateQueries({ queryKey: [subject] });
        }
      }
      showRunningOperations([...running.values()]);
      void queries.invalidateQueries({ queryKey: ['logging'] });
    };

    const listen = async () => {
      for (let pause = SHORTEST_PAUSE_MS; !stop.signal.aborted;) {
        // The first events of a stream are all that run: what ended meanwhile is not among them.
        running = new Map();
        try {
          for await (const { data } of follow(logs.jobStream, {}, stop.signal)) {
            pause = SHORTEST_PAUSE_MS;
            await hear(OperationRow.parse(JSON.parse(data)));
          }
        } catch {
          pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        }
        await waitFor(pause, stop.signal);
      }
    };
    void listen();
    return () => {
      stop.abort();
      showRunningOperations([]);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another school, another stream
  }, [queries, userName, place]);

  return null;
}

const runningOf = (row: OperationRow, title: string): RunningOperation => ({
  id: String(row.id),
  title,
  done: row.done,
  total: row.total ?? undefined,
  to: operationAddress(row.id),
});

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

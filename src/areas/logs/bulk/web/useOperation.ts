/** One operation as it moves on. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { logs, type OperationRow } from '#areas/logs/contract.ts';
import { useRead } from '#web/api/hooks.ts';

const LOOK_EVERY_MS = 600;
/** What acts on many change, by what the addresses begin with. */
const touched = ['user', 'userdeactivation', 'group', 'globalgroup', 'home', 'logging', 'bulk'];

/** Undefined until it is known how far it is. */
export function useOperation(id: number): OperationRow | undefined {
  const queries = useQueryClient();
  const [ended, setEnded] = useState<number>();
  const { data } = useRead(
    logs.job,
    { id },
    { handleErrors: false, enabled: ended !== id, everyMs: LOOK_EVERY_MS },
  );
  const found = data?.id === id ? data : undefined;
  const endedNow = found !== undefined && found.status !== 'running' ? id : undefined;

  // While it runs it is looked at again and again; what has ended does not change any more.
  if (endedNow !== ended) setEnded(endedNow);

  useEffect(() => {
    if (endedNow === undefined) return;
    for (const subject of touched) void queries.invalidateQueries({ queryKey: [subject] });
  }, [endedNow, queries]);

  return found;
}

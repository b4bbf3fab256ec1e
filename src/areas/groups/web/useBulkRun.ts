/** Carries out one act on the chosen groups: at once when they are few and named, else in the background. */
import { globalGroups } from '#areas/superadmin/global-groups/contract.ts';
import type { BulkResult } from '#kernel/bulk.ts';
import { useWrite } from '#web/api/hooks.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { loose } from '#web/loose.ts';

import { groupActs } from '../acts/contract.ts';
import { type GroupBulkAct, manyGroups } from '../many/contract.ts';
import { touched } from './routes-of.ts';

/** What is answered while one waits. */
const AT_ONCE = 100;

export function useBulkRun(isGlobal: boolean) {
  const how = { touches: touched, handleErrors: false };
  const routes = isGlobal ? globalGroups : groupActs;
  const remove = useWrite(routes.remove, how);
  const restore = useWrite(routes.restore, how);
  const start = useWrite(isGlobal ? manyGroups.actGlobal : manyGroups.act, how);

  /** What became of it; undefined when nothing was done, and `error` says why. */
  const run = async (
    act: GroupBulkAct,
    { selection, question, count }: Chosen,
  ): Promise<BulkResult | { operationId: number } | undefined> => {
    try {
      if (!selection.all && count <= AT_ONCE && (act === 'delete' || act === 'restore')) {
        const { mutateAsync } = act === 'delete' ? remove : restore;
        return await mutateAsync({ names: selection.keys });
      }
      const wanted = selection.all ? { ...selection, question: loose(question) } : selection;
      return await start.mutateAsync({ act, selection: wanted });
    } catch {
      return undefined;
    }
  };
  return {
    run,
    isPending: remove.isPending || restore.isPending || start.isPending,
    error: remove.error ?? restore.error ?? start.error,
  };
}

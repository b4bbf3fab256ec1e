/** Adding to a group: the call, its outcome row by row, and the words for it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkFailure, BulkResult } from '#kernel/bulk.ts';
import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { notify } from '#web/ui/notices.ts';

import type { Member } from '../acts/contract.ts';
import type { GroupDetail } from '../contract.ts';
import { routesOf, touched } from './routes-of.ts';

/** What one call takes. */
const AT_ONCE = 500;

export function useAdd(group: GroupDetail) {
  const { t } = useTranslation(['groups', 'errors', 'form']);
  const [failed, setFailed] = useState<readonly BulkFailure[]>([]);
  const { mutateAsync, isPending } = useWrite(routesOf(group).addMembers, {
    touches: touched,
    handleErrors: false,
  });

  /** The names that were added; undefined when nothing was done. */
  const add = async (members: Member[]): Promise<readonly string[] | undefined> => {
    try {
      const answers: BulkResult[] = [];
      for (let first = 0; first < members.length; first += AT_ONCE) {
        const some = members.slice(first, first + AT_ONCE);
        // One after the other: each waits for the group.
        answers.push(await mutateAsync({ groupName: group.name, members: some }));
      }
      setFailed(answers.flatMap((answer) => answer.failed));
      const succeeded = answers.flatMap((answer) => answer.succeeded);
      const count = succeeded.length;
      if (count > 0) {
        notify({
          tone: 'success',
          text: t('add.done', { count: formatNumber(count), name: group.displayName }),
        });
      }
      return succeeded;
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
      return undefined;
    }
  };
  return { add, failed, isPending };
}

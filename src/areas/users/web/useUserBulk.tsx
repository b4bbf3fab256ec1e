import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type BulkKind, bulkKinds, UserBulkDialog } from '#areas/users/many/web/shared.tsx';
import type { BulkAct, Chosen } from '#web/list/BulkBar.tsx';
import { useMay } from '#web/list/useMay.ts';

/** Deleting is offered in the view of the expired and nowhere else: the others would be refused one by one. */
export function useUserBulk(isExpiredView: boolean): { acts: readonly BulkAct[]; dialog: ReactNode } {
  const { t } = useTranslation('users');
  const [asked, setAsked] = useState<{ kind: BulkKind; chosen: Chosen }>();
  const may = {
    firstTime: useMay('passwords.issue') && !isExpiredView,
    addToGroup: useMay('users.groups') && !isExpiredView,
    requirePassword: useMay('users.update') && !isExpiredView,
    unlock: useMay('passwords.issue') && !isExpiredView,
    deactivate: useMay('users.deactivate') && !isExpiredView,
    activate: useMay('users.deactivate') && !isExpiredView,
    renew: useMay('users.update'),
    deleteExpired: useMay('users.delete') && isExpiredView,
  };
  return {
    acts: bulkKinds
      .filter((kind) => may[kind])
      .map((kind) => ({
        id: kind,
        label: t(`bulk.${kind}`),
        onAct: (chosen) => setAsked({ kind, chosen }),
      })),
    dialog: asked && <UserBulkDialog {...asked} onClose={() => setAsked(undefined)} />,
  };
}

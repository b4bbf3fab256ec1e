import { ArrowUndoIcon, EyeIcon, ShieldLockIcon, TrashIcon } from '@navikt/aksel-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkAct, Chosen } from '#web/list/BulkBar.tsx';
import { useMay } from '#web/list/useMay.ts';
import { later } from '#web/ui/later.tsx';

import type { GroupBulkKind } from './GroupBulkDialog.tsx';

const GroupBulkDialog = later(async () => (await import('./GroupBulkDialog.tsx')).GroupBulkDialog);

const icons: Record<GroupBulkKind, ReactNode> = {
  visibility: <EyeIcon aria-hidden />,
  protection: <ShieldLockIcon aria-hidden />,
  delete: <TrashIcon aria-hidden />,
  restore: <ArrowUndoIcon aria-hidden />,
};
const onOpen: readonly GroupBulkKind[] = ['visibility', 'protection', 'delete'];
/** An archived group can be restored and nothing else. */
const onArchived: readonly GroupBulkKind[] = ['restore'];

interface Where {
  isGlobal: boolean;
  isArchived: boolean;
}

/** What can be done to several groups at once, and the dialog that asks for it. */
export function useGroupBulk({ isGlobal, isArchived }: Where): {
  acts: readonly BulkAct[];
  dialog: ReactNode;
} {
  const { t } = useTranslation('groups');
  const [asked, setAsked] = useState<{ kind: GroupBulkKind; chosen: Chosen }>();
  const may = useMay(isGlobal ? 'global-groups.manage' : 'groups.manage');
  const kinds = may ? (isArchived ? onArchived : onOpen) : [];
  return {
    acts: kinds.map((kind) => ({
      id: kind,
      label: t(`bulk.${kind}`),
      icon: icons[kind],
      onAct: (chosen) => setAsked({ kind, chosen }),
    })),
    dialog: asked && <GroupBulkDialog {...asked} isGlobal={isGlobal} onClose={() => setAsked(undefined)} />,
  };
}

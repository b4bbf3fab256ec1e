import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { EachDialog } from '#web/form/EachDialog.tsx';
import { formatNumber } from '#web/format.ts';

import type { Member } from '../acts/contract.ts';
import type { GroupDetail } from '../contract.ts';
import { routesOf, touched } from './routes-of.ts';

interface RemoveMembersProps {
  group: GroupDetail;
  kind: Member['kind'];
  names: readonly string[];
  onClose: () => void;
}

export function RemoveMembers({ group, kind, names, onClose }: RemoveMembersProps) {
  const { t } = useTranslation('groups');
  const { mutateAsync, isPending } = useWrite(routesOf(group).removeMembers, {
    touches: touched,
    handleErrors: false,
  });
  const members = names.map((id) => ({ kind, id }));
  return (
    <EachDialog
      title={t('remove.title', { count: formatNumber(names.length), name: group.displayName })}
      text={t('remove.text')}
      confirmLabel={t('remove.confirm')}
      tone="danger"
      isPending={isPending}
      act={() => mutateAsync({ groupName: group.name, members })}
      doneText={(count) => t('remove.done', { count: formatNumber(count) })}
      refusedTitle={(count) => t('remove.failed', { count: formatNumber(count) })}
      onClose={onClose}
    />
  );
}

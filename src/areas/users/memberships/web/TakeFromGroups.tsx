import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { EachDialog } from '#web/form/EachDialog.tsx';
import { formatNumber } from '#web/format.ts';

import { userMemberships } from '../contract.ts';

interface TakeFromGroupsProps {
  user: { userName: string; displayName: string };
  groupNames: readonly string[];
  onClose: () => void;
}

const how = { touches: ['group'], handleErrors: false };
const counted = (count: number) => ({ count, number: formatNumber(count) });

export function TakeFromGroups({ user, groupNames, onClose }: TakeFromGroupsProps) {
  const { t } = useTranslation('memberships');
  const { mutateAsync, isPending } = useWrite(userMemberships.remove, how);
  return (
    <EachDialog
      title={t('remove.title', { name: user.displayName, ...counted(groupNames.length) })}
      text={t('remove.text')}
      confirmLabel={t('remove')}
      tone="danger"
      isPending={isPending}
      act={() => mutateAsync({ userName: user.userName, groupNames: [...groupNames] })}
      doneText={(count) => t('removed', counted(count))}
      refusedTitle={(count) => t('remove.refused', counted(count))}
      onClose={onClose}
    />
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Reasons } from '#web/form/Reasons.tsx';
import { formatNumber } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { Option } from '#web/ui/option.ts';

import type { GroupDetail } from '../contract.ts';
import { PickGroups } from './PickGroups.tsx';
import { useAdd } from './useAdd.ts';

/** Groups to put within this one. */
export function AddGroupsDialog({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const { t } = useTranslation('groups');
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const [asked, setAsked] = useState<readonly Option[]>([]);
  const { add, failed, isPending } = useAdd(group);
  const save = async () => {
    setAsked(chosen);
    const added = await add(chosen.map(({ value }) => ({ kind: 'group', id: value })));
    if (!added) return;
    const left = chosen.filter(({ value }) => !added.includes(value));
    setChosen(left);
    if (left.length === 0) onClose();
  };
  return (
    <Dialog
      title={t('add.title', { name: group.displayName })}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <Button
          variant="primary"
          isDisabled={chosen.length === 0}
          isPending={isPending}
          onPress={() => void save()}
        >
          {chosen.length === 0 ? t('add.save') : t('add.saveCount', { count: formatNumber(chosen.length) })}
        </Button>
      }
    >
      <div className="group-dialog">
        <Reasons
          title={t('add.failed', { count: formatNumber(failed.length) })}
          failed={failed}
          nameOf={(id) => asked.find(({ value }) => value === id)?.label ?? id}
        />
        <PickGroups except={group.name} chosen={chosen} onChange={setChosen} />
      </div>
    </Dialog>
  );
}

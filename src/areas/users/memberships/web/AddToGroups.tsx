import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkFailure } from '#kernel/bulk.ts';
import { useWrite } from '#web/api/hooks.ts';
import { Reasons } from '#web/form/Reasons.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';
import type { Option } from '#web/ui/option.ts';

import { userMemberships } from '../contract.ts';
import { GroupPicker } from './GroupPicker.tsx';

interface AddToGroupsProps {
  user: { userName: string; displayName: string };
  onClose: () => void;
}

/** Search, tick several, add. A group that refuses stays chosen, with its reason. */
export function AddToGroups({ user, onClose }: AddToGroupsProps) {
  const { t } = useTranslation(['memberships', 'errors', 'form']);
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const [failed, setFailed] = useState<readonly BulkFailure[]>([]);
  const { mutateAsync, isPending } = useWrite(userMemberships.update, {
    touches: ['group'],
    handleErrors: false,
  });
  const labelOf = (name: string) => chosen.find(({ value }) => value === name)?.label ?? name;

  const add = async () => {
    try {
      const addGroups = chosen.map(({ value }) => value);
      const answer = await mutateAsync({ userName: user.userName, addGroups });
      const count = answer.succeeded.length;
      if (count > 0) notify({ tone: 'success', text: t('added', { count, number: formatNumber(count) }) });
      if (answer.failed.length === 0) return onClose();
      setFailed(answer.failed);
      setChosen(chosen.filter(({ value }) => !answer.succeeded.includes(value)));
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  return (
    <Dialog
      title={t('add.title', { name: user.displayName })}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <>
          <Button onPress={onClose}>{t('form:cancel')}</Button>
          <Button
            variant="primary"
            isDisabled={chosen.length === 0}
            isPending={isPending}
            onPress={() => void add()}
          >
            {t('add')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="meta">{t('text')}</p>
        <Reasons
          title={t('refused', { count: failed.length, number: formatNumber(failed.length) })}
          failed={failed}
          nameOf={labelOf}
        />
        <GroupPicker chosen={chosen} onChange={setChosen} />
      </div>
    </Dialog>
  );
}

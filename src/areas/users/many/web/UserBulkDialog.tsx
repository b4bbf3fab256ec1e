import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ProgressDialog } from '#areas/logs/bulk/web/shared.tsx';
import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { users, userList } from '#areas/users/contract.ts';
import { GroupPicker } from '#areas/users/memberships/web/shared.tsx';
import { MOST_AT_ONCE } from '#areas/users/passwords/contract.ts';
import { FirstTimeDialog } from '#areas/users/passwords/web/shared.tsx';
import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { Option } from '#web/ui/option.ts';

import { manyUsers, type UserAct } from '../contract.ts';
import type { BulkKind } from './bulk-kinds.ts';
import { DeactivateMany } from './DeactivateMany.tsx';
import { RenewMany } from './Renew.tsx';
import { sent } from './sent.ts';

interface UserBulkDialogProps {
  kind: BulkKind;
  chosen: Chosen;
  onClose: () => void;
}

/** Asks, starts it, and stays to show how far it is and whom it did not concern. */
export function UserBulkDialog({ kind, ...rest }: UserBulkDialogProps) {
  if (kind === 'firstTime') return <FirstTime {...rest} />;
  if (kind === 'renew') return <RenewMany {...rest} />;
  if (kind === 'deactivate') return <DeactivateMany {...rest} />;
  return kind === 'addToGroup' ? <AddToGroup {...rest} /> : <Act act={kind} {...rest} />;
}

interface ActProps extends Omit<UserBulkDialogProps, 'kind'> {
  act: Exclude<UserAct, 'addToGroup' | 'renew'> | 'activate';
}

function Act({ act, chosen, onClose }: ActProps) {
  const { t } = useTranslation(['many', 'errors', 'form']);
  const startAct = useWrite(manyUsers.act, { handleErrors: false });
  const activate = useWrite(deactivations.activateMany, { handleErrors: false });
  const start = act === 'activate' ? activate : startAct;
  const go = () => {
    const selection = sent(chosen);
    if (act === 'activate') activate.mutate({ selection });
    else startAct.mutate({ act, selection });
  };
  if (start.data) {
    const { operationId } = start.data;
    return <ProgressDialog operationId={operationId} title={t(`${act}.go`)} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      title={t(`${act}.title`, { count: chosen.count, number: formatNumber(chosen.count) })}
      confirmLabel={t(`${act}.go`)}
      tone={act === 'deleteExpired' ? 'danger' : 'normal'}
      isOpen
      isPending={start.isPending}
      onConfirm={go}
      onCancel={onClose}
    >
      <p>{t(`${act}.text`)}</p>
      {start.error && (
        <Alert tone="danger" title={t('startFailed')} isLive>
          {refusalText(asRefusal(start.error), t)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}

function AddToGroup({ chosen, onClose }: Omit<UserBulkDialogProps, 'kind'>) {
  const { t } = useTranslation(['many', 'errors', 'form']);
  const [groups, setGroups] = useState<readonly Option[]>([]);
  const start = useWrite(manyUsers.act, { handleErrors: false });
  const [group] = groups;
  const counted = { count: chosen.count, number: formatNumber(chosen.count) };
  if (start.data && group) {
    const title = t('addToGroup.going', { ...counted, group: group.label });
    return <ProgressDialog operationId={start.data.operationId} title={title} onClose={onClose} />;
  }
  const add = () =>
    group && start.mutate({ act: 'addToGroup', selection: sent(chosen), groupName: group.value });
  return (
    <Dialog
      title={t('addToGroup.title', counted)}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <>
          <Button onPress={onClose}>{t('form:cancel')}</Button>
          <Button variant="primary" isDisabled={!group} isPending={start.isPending} onPress={add}>
            {t('addToGroup.go')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="meta">{t('addToGroup.text')}</p>
        {start.error && (
          <Alert tone="danger" title={t('startFailed')} isLive>
            {refusalText(asRefusal(start.error), t)}
          </Alert>
        )}
        {/* One at a time: the one chosen last. */}
        <GroupPicker chosen={groups} onChange={(some) => setGroups(some.slice(-1))} />
      </div>
    </Dialog>
  );
}

/** On paper for the selection as it is; for the screen, which is for few, by name. */
function FirstTime({ chosen, onClose }: Omit<UserBulkDialogProps, 'kind'>) {
  const many = {
    selection: sent(chosen),
    count: chosen.count,
    names: () => chosenKeys(userList, users.list, chosen, MOST_AT_ONCE),
  };
  return <FirstTimeDialog many={many} onClose={onClose} />;
}

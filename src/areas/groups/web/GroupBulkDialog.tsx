import './groups.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ProgressDialog } from '#areas/logs/bulk/web/shared.tsx';
import type { BulkResult } from '#kernel/bulk.ts';
import { Reasons } from '#web/form/Reasons.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

import type { GroupBulkAct } from '../many/contract.ts';
import { useBulkRun } from './useBulkRun.ts';

/** Where there is a choice, the first is what people mostly want. */
const choices = { visibility: ['hide', 'show'], protection: ['protect', 'unprotect'] } as const;

export type GroupBulkKind = 'visibility' | 'protection' | 'delete' | 'restore';

const firstOf: Record<GroupBulkKind, GroupBulkAct> = {
  visibility: choices.visibility[0],
  protection: choices.protection[0],
  delete: 'delete',
  restore: 'restore',
};

interface GroupBulkDialogProps {
  kind: GroupBulkKind;
  chosen: Chosen;
  isGlobal: boolean;
  onClose: () => void;
}

/**
 * Asks, does it, and says how it went. A few groups are done at once, and those refused stand here with their reason;
 * many go on in the background, where closing the dialog stops nothing.
 */
export function GroupBulkDialog({ kind, chosen, isGlobal, onClose }: GroupBulkDialogProps) {
  const { t } = useTranslation(['groups', 'errors', 'form']);
  const [act, setAct] = useState(firstOf[kind]);
  const [outcome, setOutcome] = useState<BulkResult>();
  const [operationId, setOperationId] = useState<number>();
  const { run, isPending, error } = useBulkRun(isGlobal);
  const { count } = chosen;

  const go = async () => {
    const answer = await run(act, chosen);
    if (!answer) return;
    if ('operationId' in answer) {
      setOperationId(answer.operationId);
    } else if (answer.failed.length > 0) {
      setOutcome(answer);
    } else {
      notify({ tone: 'success', text: t(`bulk.done.${act}`, { count: answer.succeeded.length }) });
      onClose();
    }
  };

  const title = t(`bulk.title.${kind}`, { count });
  if (operationId !== undefined) {
    return <ProgressDialog operationId={operationId} title={title} onClose={onClose} />;
  }
  if (outcome) {
    return (
      <Dialog
        role="alertdialog"
        title={title}
        isOpen
        onClose={onClose}
        footer={<Button onPress={onClose}>{t('add.close')}</Button>}
      >
        <div className="group-dialog">
          <Told act={act} outcome={outcome} />
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t(`bulk.go.${act}`, { count })}
      tone={kind === 'delete' ? 'danger' : 'normal'}
      isOpen
      isPending={isPending}
      onConfirm={() => void go()}
      onCancel={onClose}
    >
      <div className="group-dialog">
        {error !== null && (
          <Alert tone="danger" title={t('bulk.failed')} isLive>
            {refusalText(asRefusal(error), t)}
          </Alert>
        )}
        <Question kind={kind} act={act} onChange={setAct} />
      </div>
    </ConfirmDialog>
  );
}

interface QuestionProps {
  kind: GroupBulkKind;
  act: GroupBulkAct;
  onChange: (act: GroupBulkAct) => void;
}

function Question({ kind, act, onChange }: QuestionProps) {
  const { t } = useTranslation('groups');
  if (kind === 'delete') return <p>{t('delete.text')}</p>;
  if (kind === 'restore') return <p>{t('bulk.restoreText')}</p>;
  return (
    <RadioGroup
      label={t(`bulk.${kind}`)}
      value={act}
      onChange={onChange}
      options={choices[kind].map((value) => ({
        value: value as GroupBulkAct,
        label: t(`bulk.choice.${value}`),
        hint: t(`bulk.hint.${value}`),
      }))}
    />
  );
}

/** Some were refused: first what was done all the same. */
function Told({ act, outcome: { succeeded, failed } }: { act: GroupBulkAct; outcome: BulkResult }) {
  const { t } = useTranslation('groups');
  return (
    <>
      {succeeded.length > 0 && <p>{t(`bulk.done.${act}`, { count: succeeded.length })}</p>}
      <Reasons title={t('bulk.left', { count: failed.length })} failed={failed} />
    </>
  );
}

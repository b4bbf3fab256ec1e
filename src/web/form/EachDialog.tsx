import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BulkFailure, BulkResult } from '#kernel/bulk.ts';

import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { notify } from '../ui/notices.ts';
import { Reasons } from './Reasons.tsx';
import { asRefusal, refusalText } from './refusal.ts';

interface EachDialogProps {
  title: string;
  /** What will happen to them. */
  text: string;
  confirmLabel: string;
  tone?: 'danger' | 'normal';
  isPending: boolean;
  /** Does it to each; those that were refused stand in the answer with their reason. */
  act: () => Promise<BulkResult>;
  /** "Tok ut 3 medlemmer" */
  doneText: (count: number) => string;
  /** "2 ble ikke tatt ut" */
  refusedTitle: (count: number) => string;
  /** What a refused one is called; its key when left out. */
  nameOf?: (id: string) => string;
  onClose: () => void;
}

/** Asks, does it to each of some, and says of those that were refused why; the others are done. */
export function EachDialog(props: EachDialogProps) {
  const { title, text, confirmLabel, tone = 'normal', isPending, act, onClose } = props;
  const { t } = useTranslation(['form', 'errors', 'ui']);
  const [failed, setFailed] = useState<readonly BulkFailure[]>([]);
  const go = async () => {
    try {
      const answer = await act();
      const count = answer.succeeded.length;
      if (count > 0) notify({ tone: 'success', text: props.doneText(count) });
      setFailed(answer.failed);
      if (answer.failed.length === 0) onClose();
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  if (failed.length === 0) {
    return (
      <ConfirmDialog
        title={title}
        confirmLabel={confirmLabel}
        tone={tone}
        isOpen
        isPending={isPending}
        onConfirm={() => void go()}
        onCancel={onClose}
      >
        {text}
      </ConfirmDialog>
    );
  }
  return (
    <Dialog
      role="alertdialog"
      title={title}
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('ui:close')}</Button>}
    >
      <Reasons
        title={props.refusedTitle(failed.length)}
        failed={failed}
        {...(props.nameOf && { nameOf: props.nameOf })}
      />
    </Dialog>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The act as a verb: "Slett 3 brukere". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'normal' | 'danger';
  isOpen: boolean;
  isPending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an act. The safe answer has the focus; Esc is that answer too. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, cancelLabel, tone = 'normal', isOpen, isPending = false } = props;
  const { t } = useTranslation('ui');
  return (
    <Dialog
      role="alertdialog"
      title={title}
      isOpen={isOpen}
      onClose={props.onCancel}
      footer={
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question begins at its safe answer */}
          <Button autoFocus onPress={props.onCancel}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button
            variant={tone === 'danger' ? 'danger' : 'primary'}
            isPending={isPending}
            onPress={props.onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {typeof children === 'string' ? <p>{children}</p> : children}
    </Dialog>
  );
}

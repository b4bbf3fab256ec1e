import { FilesIcon } from '@navikt/aksel-icons';
import type { ReactNode } from 'react';

import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useCopy } from './useCopy.ts';

interface OnceDialogProps {
  title: string;
  /** That it is seen now and never again. */
  warning: string;
  /** What the copy button copies. */
  copies: string;
  copyLabel: string;
  closeLabel: string;
  width?: 'wide';
  /** The secret, and what is done with it. */
  children: ReactNode;
  onClose: () => void;
}

/** The only time a secret is seen. */
export function OnceDialog(props: OnceDialogProps) {
  const { title, warning, copies, copyLabel, closeLabel, width, children, onClose } = props;
  const copy = useCopy();
  return (
    <Dialog
      role="alertdialog"
      title={title}
      {...(width && { width })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button icon={<FilesIcon aria-hidden />} onPress={() => void copy(copies)}>
            {copyLabel}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {closeLabel}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Alert tone="info">{warning}</Alert>
        {children}
      </div>
    </Dialog>
  );
}

import './Dialog.css';
import { XMarkIcon } from '@navikt/aksel-icons';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';

import { IconButton } from './IconButton.tsx';

export interface DialogProps {
  title: string;
  children: ReactNode;
  /** Buttons, the primary last. */
  footer?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  width?: 'normal' | 'wide';
  /** `alertdialog` asks something that must be answered: no close button, a click outside does nothing. */
  role?: 'dialog' | 'alertdialog';
}

export function DialogBody(props: DialogProps) {
  const { title, children, footer, isOpen, onClose, width = 'normal', role = 'dialog' } = props;
  const { t } = useTranslation('ui');
  const mayDismiss = role === 'dialog';
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={mayDismiss}
      className="ui-backdrop"
    >
      <Modal className="ui-modal" data-width={width}>
        <AriaDialog role={role} className="ui-dialog">
          <header className="ui-dialog-head">
            <Heading slot="title" className="drawer-title">
              {title}
            </Heading>
            {mayDismiss && (
              <IconButton label={t('close')} size="small" onPress={onClose}>
                <XMarkIcon aria-hidden />
              </IconButton>
            )}
          </header>
          <div className="ui-dialog-body">{children}</div>
          {footer !== undefined && <footer className="ui-dialog-foot">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

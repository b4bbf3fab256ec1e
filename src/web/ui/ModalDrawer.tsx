import './Drawer.css';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

interface ModalDrawerProps {
  titleId: string;
  onClose: () => void;
  children: ReactNode;
}

/** The drawer on a phone: fills the screen, and keeps the focus. */
export function ModalDrawer({ titleId, onClose, children }: ModalDrawerProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className="ui-drawer-full"
    >
      <Modal>
        <Dialog className="ui-drawer-panel" aria-labelledby={titleId}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

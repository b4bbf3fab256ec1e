import { XMarkIcon } from '@navikt/aksel-icons';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';

import type { Me } from '#areas/login/contract.ts';

import type { NavEntry } from '../nav.ts';
import type { Session } from '../session.ts';

import '../ui/Dialog.css';
import { IconButton } from '../ui/IconButton.tsx';
import { Logo } from './Logo.tsx';
import { Sidebar } from './Sidebar.tsx';

interface PhoneMenuProps {
  me: Me;
  session: Session;
  entries: readonly NavEntry[];
  isOpen: boolean;
  onClose: () => void;
}

/** The sidebar as a drawer, on phones. */
export function PhoneMenu({ isOpen, onClose, ...sidebar }: PhoneMenuProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      className="ui-backdrop"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="phone-menu">
        <Dialog className="phone-menu-dialog">
          <header className="phone-menu-head">
            <Logo size={26} />
            <Heading slot="title">{t('product')}</Heading>
            <IconButton label={t('palette.close')} onPress={onClose}>
              <XMarkIcon aria-hidden />
            </IconButton>
          </header>
          <Sidebar {...sidebar} place="drawer" onNavigate={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

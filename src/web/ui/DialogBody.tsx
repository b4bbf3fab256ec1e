import './Dialog.css';
import { XMarkIcon } from '@navikt/aksel-icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';

import { useFocusBack } from './focus-back.ts';
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
          {mayDismiss ? <Fields>{children}</Fields> : <div className="ui-dialog-body">{children}</div>}
          {footer !== undefined && <footer className="ui-dialog-foot">{footer}</footer>}
          <FocusBack />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Drawn within the dialog, so that it goes when the dialog goes. */
function FocusBack() {
  useFocusBack();
  return null;
}

/** One begins in the first field. Not by finger: the keyboard it brings up would cover what the dialog says. */
function Fields({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  // Before the dialog takes the focus itself, which it does where nothing within has it.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) firstField(body.current)?.focus();
  }, []);
  return (
    <div className="ui-dialog-body" ref={body}>
      {children}
    </div>
  );
}

/**
 * Of radio buttons the one that is chosen: the keyboard has one stop in all of them. None where the first is searched in:
 * its list opens over the dialog as soon as it has the focus.
 */
function firstField(body: HTMLElement | null): HTMLElement | null | undefined {
  const field = body?.querySelector<HTMLElement>(
    ':is(input, select, textarea):not(:disabled, [tabindex="-1"])',
  );
  if (field?.matches('[role="combobox"]')) return undefined;
  if (!field?.matches('[type="radio"]')) return field;
  return field.closest('[role="radiogroup"]')?.querySelector<HTMLElement>(':checked') ?? field;
}

import { useTranslation } from 'react-i18next';

import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

interface LeaveDialogProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** 'You have not saved; leave the page?' (specification §2). Staying has the focus, and Esc stays too. */
export function LeaveDialog({ isOpen, onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation('shell');
  return (
    <Dialog
      role="alertdialog"
      title={t('leave.title')}
      isOpen={isOpen}
      onClose={onStay}
      footer={
        <>
          <Button onPress={onLeave}>{t('leave.go')}</Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question begins at its safe answer */}
          <Button variant="primary" autoFocus onPress={onStay}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
    </Dialog>
  );
}

import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { personalNumbers, type SsnDuplicate } from '../contract.ts';

interface IgnoreDialogProps {
  row: SsnDuplicate;
  onClose: () => void;
  onDone: () => void;
}

/** They are different people, and it is not asked again. */
export function IgnoreDialog({ row, onClose, onDone }: IgnoreDialogProps) {
  const { t } = useTranslation(['personal-numbers', 'errors', 'form']);
  const { mutateAsync, isPending } = useWrite(personalNumbers.ignore, { handleErrors: false });
  const ignore = async () => {
    try {
      await mutateAsync({ id: row.id });
      notify({ tone: 'success', text: t('ignore.done') });
      onDone();
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
      onClose();
    }
  };
  return (
    <ConfirmDialog
      title={t('ignore.title')}
      confirmLabel={t('ignore.label')}
      isOpen
      isPending={isPending}
      onConfirm={() => void ignore()}
      onCancel={onClose}
    >
      {t('ignore.text')}
    </ConfirmDialog>
  );
}

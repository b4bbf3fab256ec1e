import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { useMay } from '#web/list/useMay.ts';
import { loose } from '#web/loose.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { examGroups } from '../contract.ts';

interface TakeOverDialogProps {
  onClose: () => void;
}

/** A colleague goes home and gives somebody the exam's name and code. Those who administer exams need no code. */
export function TakeOverDialog({ onClose }: TakeOverDialogProps) {
  const { t } = useTranslation('exams');
  const navigate = useNavigate();
  const manages = useMay(examGroups.update.permission);
  return (
    <Dialog title={t('act.takeOver')} isOpen onClose={onClose}>
      <ContractForm
        route={examGroups.takeOver}
        namespace="exams"
        values={{ name: '', code: '' }}
        saveLabel={t('takeOver.save')}
        onCancel={onClose}
        onSaved={({ id }) => {
          onClose();
          void navigate({ to: '/examinations', search: loose({ open: String(id) }), ignoreBlocker: true });
        }}
      >
        <Alert tone="info">{t('takeOver.text')}</Alert>
        <TextInput name="name" />
        {!manages && <TextInput name="code" isRequired />}
      </ContractForm>
    </Dialog>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { ContractForm } from '#web/form/ContractForm.tsx';
import { loose } from '#web/loose.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

import { examGroups } from '../contract.ts';
import { ExamFields } from './ExamFields.tsx';

interface NewExamDialogProps {
  onClose: () => void;
}

const empty = {
  description: '',
  examDate: '',
  candidates: 10,
  teacherUserName: '',
  commonPathWin: '',
  homePathWin: '',
  commonPathMac: '',
  homePathMac: '',
};

/** Makes the group and its candidates, and opens its card, where the passwords are. */
export function NewExamDialog({ onClose }: NewExamDialogProps) {
  const { t } = useTranslation('exams');
  const navigate = useNavigate();
  return (
    <Dialog title={t('new')} isOpen onClose={onClose} width="wide">
      <ContractForm
        route={examGroups.add}
        namespace="exams"
        values={empty}
        touches={['internetlock']}
        saveLabel={t('new.save')}
        onCancel={onClose}
        onSaved={({ id }) => {
          onClose();
          void navigate({ to: '/examinations', search: loose({ open: String(id) }), ignoreBlocker: true });
        }}
      >
        <ExamFields />
      </ContractForm>
    </Dialog>
  );
}

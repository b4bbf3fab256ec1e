import { useTranslation } from 'react-i18next';

import { ContractForm } from '#web/form/ContractForm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { type ExamGroupDetail, examGroups } from '../contract.ts';
import { ExamFields } from './ExamFields.tsx';

interface ChangeDialogProps {
  exam: ExamGroupDetail;
  onClose: () => void;
}

export function ChangeDialog({ exam, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('exams');
  const { id, version, description, examDate, candidates, teacher } = exam;
  return (
    <Dialog title={t('change.title', { name: description })} isOpen onClose={onClose} width="wide">
      <ContractForm
        route={examGroups.update}
        namespace="exams"
        values={{
          description,
          examDate,
          candidates,
          teacherUserName: teacher?.userName ?? '',
          commonPathWin: exam.commonPathWin ?? '',
          homePathWin: exam.homePathWin ?? '',
          commonPathMac: exam.commonPathMac ?? '',
          homePathMac: exam.homePathMac ?? '',
        }}
        fixed={{ id, version }}
        onlyChanged
        onSaved={onClose}
        onCancel={onClose}
      >
        <ExamFields teacher={teacher} />
      </ContractForm>
    </Dialog>
  );
}

import './exams.css';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import { type CandidatePassword, type ExamGroupDetail, examGroups } from '../contract.ts';

interface PasswordsDialogProps {
  exam: ExamGroupDetail;
  /** Those just made; otherwise all are fetched, which is logged. */
  passwords?: readonly CandidatePassword[];
  onClose: () => void;
}

export function PasswordsDialog({ exam, passwords, onClose }: PasswordsDialogProps) {
  const { t } = useTranslation('exams');
  const read = useRead(examGroups.passwords, { id: exam.id }, { enabled: passwords === undefined });
  const shown = passwords ?? read.data?.Items;
  return (
    <Dialog
      title={t('passwords.title', { name: exam.description })}
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('passwords.close')}</Button>}
    >
      <Alert tone="warning">{t('passwords.warning')}</Alert>
      {shown ? <Table passwords={shown} /> : <SkeletonLines lines={6} />}
    </Dialog>
  );
}

function Table({ passwords }: { passwords: readonly CandidatePassword[] }) {
  const { t } = useTranslation('exams');
  return (
    <table className="exam-passwords">
      <caption className="visually-hidden">{t('passwords.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.candidateNo')}</th>
          <th scope="col">{t('column.userName')}</th>
          <th scope="col">{t('passwords.password')}</th>
        </tr>
      </thead>
      <tbody>
        {passwords.map(({ candidateNo, userName, password }) => (
          <tr key={userName}>
            <th scope="row">{candidateNo}</th>
            <td>{userName}</td>
            <td>
              <code>{password}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

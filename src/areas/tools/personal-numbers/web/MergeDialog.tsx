import '#web/form/form.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatDate } from '#web/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

import { personalNumbers, type SsnDuplicate } from '../contract.ts';

interface MergeDialogProps {
  row: SsnDuplicate;
  onClose: () => void;
  onDone: () => void;
}

type Account = SsnDuplicate['accounts'][number];

/** The one used last is most likely the one the person knows. */
const latestUsed = (accounts: readonly Account[]): string =>
  accounts.toSorted((a, b) => (b.lastLogin ?? '').localeCompare(a.lastLogin ?? ''))[0]?.userName ?? '';

/** Which account is kept; the others give it what they have, and expire (a person has one account). */
export function MergeDialog({ row: { accounts }, onClose, onDone }: MergeDialogProps) {
  const { t } = useTranslation(['personal-numbers', 'errors', 'form']);
  const [keep, setKeep] = useState(() => latestUsed(accounts));
  const { mutateAsync, isPending } = useWrite(personalNumbers.merge, {
    touches: ['user', 'group', 'home'],
    handleErrors: false,
  });
  const merge = async () => {
    try {
      for (const { userName } of accounts) {
        if (userName !== keep) await mutateAsync({ keep, remove: userName });
      }
      notify({ tone: 'success', text: t('merge.done', { name: keep }) });
      onDone();
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
      onClose();
    }
  };
  return (
    <ConfirmDialog
      title={t('merge.title')}
      confirmLabel={t('merge.label')}
      isOpen
      isPending={isPending}
      onConfirm={() => void merge()}
      onCancel={onClose}
    >
      <div className="form-fields">
        <RadioGroup
          label={t('merge.keep')}
          options={accounts.map(({ userName, displayName, school, lastLogin }) => ({
            value: userName,
            label: `${displayName} (${userName})`,
            hint: [
              school?.name,
              lastLogin === null ? t('merge.unused') : t('merge.used', { day: formatDate(lastLogin) }),
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
          value={keep}
          onChange={setKeep}
        />
        <p>{t('merge.text')}</p>
      </div>
    </ConfirmDialog>
  );
}

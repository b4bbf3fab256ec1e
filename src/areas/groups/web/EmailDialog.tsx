import { useTranslation } from 'react-i18next';

import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import type { GroupDetail } from '../contract.ts';
import { routesOf, touched } from './routes-of.ts';

export function EmailDialog({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const { t } = useTranslation('groups');
  return (
    <Dialog title={t('email.title', { name: group.displayName })} isOpen onClose={onClose}>
      <ContractForm
        route={routesOf(group).addEmail}
        values={{ alias: group.email?.split('@')[0] ?? '' }}
        fixed={{ groupName: group.name }}
        namespace="groups"
        touches={touched}
        saveLabel={t('email.save')}
        noticeOf={({ email }) => ({ tone: 'success', text: t('email.done', { email }) })}
        onSaved={onClose}
        onCancel={onClose}
      >
        <p>{t('email.text')}</p>
        <TextInput name="alias" />
      </ContractForm>
    </Dialog>
  );
}

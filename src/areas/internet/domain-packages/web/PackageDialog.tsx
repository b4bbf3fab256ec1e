import { useTranslation } from 'react-i18next';

import { DomainsInput } from '#areas/internet/locks/web/shared.tsx';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { type Kind, kinds, touches } from './kinds.ts';

interface PackageDialogProps {
  kind: Kind;
  onClose: () => void;
}

const ROWS = 8;

export function PackageDialog({ kind, onClose }: PackageDialogProps) {
  const { t } = useTranslation('domain-packages');
  return (
    <Dialog title={t('new')} isOpen onClose={onClose}>
      <ContractForm
        route={kinds[kind].routes.add}
        namespace="domain-packages"
        values={{ name: '', domains: [] }}
        touches={touches}
        saveLabel={t('new.save')}
        onSaved={onClose}
        onCancel={onClose}
      >
        <TextInput name="name" />
        <DomainsInput name="domains" rows={ROWS} />
      </ContractForm>
    </Dialog>
  );
}

import { useTranslation } from 'react-i18next';

import { lockForm } from '#areas/internet/lock-form/contract.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import type { LockDetail } from '../contract.ts';

interface TemplateDialogProps {
  lock: LockDetail;
  onClose: () => void;
}

/** Keeps what a lock opens and shuts under a name, for the next time. */
export function TemplateDialog({ lock, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('locks');
  const { description, ownDomains, domainPackages, examResources, chat } = lock;
  return (
    <Dialog title={t('template.title')} isOpen onClose={onClose}>
      <p className="meta">{t('template.text')}</p>
      <ContractForm
        route={lockForm.addTemplate}
        namespace="locks"
        values={{ name: description }}
        fixed={{
          description,
          ownDomains,
          domainPackageIds: domainPackages.map(({ id }) => id),
          examResources,
          chat,
        }}
        onSaved={onClose}
        onCancel={onClose}
        saveLabel={t('template.save')}
      >
        <TextInput name="name" />
      </ContractForm>
    </Dialog>
  );
}

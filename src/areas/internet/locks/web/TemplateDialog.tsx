import { TrashIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { lockForm, type LockTemplate } from '#areas/internet/lock-form/contract.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { notify } from '#web/ui/notices.ts';

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
        <Known />
      </ContractForm>
    </Dialog>
  );
}

/** The templates there are: one of the same name is replaced, and old ones are cleared away here. */
function Known() {
  const { t } = useTranslation(['locks', 'errors']);
  const { data } = useRead(lockForm.choices, {}, { handleErrors: false });
  const write = useWrite(lockForm.removeTemplate);
  const templates = data?.templates ?? [];
  if (templates.length === 0) return null;
  const remove = async ({ id, name }: LockTemplate) => {
    try {
      await write.mutateAsync({ id });
      notify({ tone: 'success', text: t('template.removed', { name }) });
    } catch {
      notify({ tone: 'danger', text: t('errors:save.failed') });
    }
  };
  return (
    <section aria-label={t('template.known')}>
      <h3 className="section-title">{t('template.known')}</h3>
      <ul className="lock-open">
        {templates.map((template) => (
          <li key={template.id} className="internet-resource">
            <span>{template.name}</span>
            <IconButton
              label={t('template.remove', { name: template.name })}
              onPress={() => void remove(template)}
            >
              <TrashIcon aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

import './school-code.css';
import { FilesIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import type { Output } from '#kernel/contract.ts';
import { formatDate } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';

import type { schoolCodes } from '../contract.ts';

interface ShownSecretProps {
  school: string;
  made: Output<typeof schoolCodes.generate>;
  onClose: () => void;
}

/** The only time it is seen. */
export function ShownSecret({ school, made: { schoolCode, secret, validTo }, onClose }: ShownSecretProps) {
  const { t } = useTranslation('school-code');
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    notify({ tone: 'success', text: t('shown.copied') });
  };
  return (
    <Dialog
      role="alertdialog"
      title={t('shown.title', { school })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button icon={<FilesIcon aria-hidden />} onPress={() => void copy()}>
            {t('shown.copy')}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t('shown.close')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Alert tone="info">{t('shown.once')}</Alert>
        <DescriptionList
          items={[
            { term: t('column.code'), value: schoolCode },
            { term: t('shown.secret'), value: <code className="school-code-secret">{secret}</code> },
            { term: t('column.validTo'), value: formatDate(validTo) },
          ]}
        />
      </div>
    </Dialog>
  );
}

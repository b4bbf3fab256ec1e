import './school-code.css';
import { useTranslation } from 'react-i18next';

import type { Output } from '#kernel/contract.ts';
import { formatDate } from '#web/format.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { OnceDialog } from '#web/ui/OnceDialog.tsx';

import type { schoolCodes } from '../contract.ts';

interface ShownSecretProps {
  school: string;
  made: Output<typeof schoolCodes.generate>;
  onClose: () => void;
}

/** The only time it is seen. */
export function ShownSecret({ school, made: { schoolCode, secret, validTo }, onClose }: ShownSecretProps) {
  const { t } = useTranslation('school-code');
  return (
    <OnceDialog
      title={t('shown.title', { school })}
      warning={t('shown.once')}
      copies={secret}
      copyLabel={t('shown.copy')}
      closeLabel={t('shown.close')}
      onClose={onClose}
    >
      <DescriptionList
        items={[
          { term: t('column.code'), value: schoolCode },
          { term: t('shown.secret'), value: <code className="school-code-secret">{secret}</code> },
          { term: t('column.validTo'), value: formatDate(validTo) },
        ]}
      />
    </OnceDialog>
  );
}

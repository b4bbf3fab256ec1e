import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { formatDateTime } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';

import { examGroups } from '../contract.ts';

/** Tells who was responsible for an exam that somebody else has taken it over. */
export function TakenNotice() {
  const { t } = useTranslation('exams');
  const { data } = useRead(examGroups.taken, {}, { handleErrors: false });
  return data?.Items.map(({ description, teacher, at }) => (
    <Alert
      key={`${description} ${at}`}
      tone="warning"
      title={t('taken.title', {
        name: teacher?.displayName ?? t('taken.somebody'),
        exam: description,
        day: formatDateTime(at),
      })}
    >
      {t('taken.text')}
    </Alert>
  ));
}

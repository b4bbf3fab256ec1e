import { useTranslation } from 'react-i18next';

import { formatDate } from '#web/format.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';

import type { UserDetail } from '../contract.ts';

/** The fields of the form for whoever may not change them. */
export function ReadOnlyFields({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { title, department, email, mobilePhone, expiryDate, description } = user;
  return (
    <DescriptionList
      items={[
        { term: t('field.title'), value: title },
        { term: t('field.department'), value: department },
        { term: t('field.email'), value: email && <a href={`mailto:${email}`}>{email}</a> },
        { term: t('field.mobilePhone'), value: mobilePhone },
        { term: t('field.expiryDate'), value: expiryDate && formatDate(expiryDate) },
        { term: t('field.description'), value: description },
      ]}
    />
  );
}

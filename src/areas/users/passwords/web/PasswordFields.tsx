import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';

import { passwords } from '../contract.ts';
import { PasswordInput } from './PasswordInput.tsx';

/** A new password, typed twice, with the site's own rules beside it. Stands in a form with the namespace `passwords`. */
export function PasswordFields() {
  const { t } = useTranslation('passwords');
  const { data: rules } = useRead(passwords.rules, {}, { handleErrors: false });
  const parts = rules && [
    t('rule.minimum', { minimum: String(rules.minimum) }),
    ...(rules.needsNumber ? [t('rule.number')] : []),
    t('hint.newPassword'),
  ];
  return (
    <>
      <PasswordInput name="newPassword" hint={parts?.join('. ')} />
      <PasswordInput name="repeatPassword" />
    </>
  );
}

import './passwords.css';
import { SparklesIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call, useRead } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { useFormField } from '#web/form/useFormField.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';

import { passwords } from '../contract.ts';
import { PasswordInput } from './PasswordInput.tsx';

/**
 * A new password, typed twice, with the site's own rules beside it, or one that the portal makes. Stands in a form with the
 * namespace `passwords`.
 */
export function PasswordFields() {
  const { t } = useTranslation(['passwords', 'errors', 'form']);
  const { data: rules } = useRead(passwords.rules, {}, { handleErrors: false });
  const [isShown, setShown] = useState(false);
  const first = useFormField('newPassword');
  const second = useFormField('repeatPassword');
  const parts = rules && [
    t('rule.minimum', { minimum: String(rules.minimum) }),
    ...(rules.needsNumber ? [t('rule.number')] : []),
    t('hint.newPassword'),
  ];
  const make = async () => {
    try {
      const { password } = await call(passwords.suggest, {}, { handleErrors: false });
      first.set(password);
      second.set(password);
      // It has to be read out or written down.
      setShown(true);
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  return (
    <>
      <PasswordInput name="newPassword" hint={parts?.join('. ')} isShown={isShown} onShow={setShown} />
      <div className="password-make">
        <Button size="small" icon={<SparklesIcon aria-hidden />} onPress={() => void make()}>
          {t('change.make')}
        </Button>
      </div>
      <PasswordInput name="repeatPassword" isShown={isShown} onShow={setShown} />
    </>
  );
}

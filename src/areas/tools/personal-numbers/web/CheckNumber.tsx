import { useStore } from '@tanstack/react-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PersonLink } from '#areas/users/web/shared.tsx';
import type { Output } from '#kernel/contract.ts';
import { call } from '#web/api/hooks.ts';
import { useFormScope } from '#web/form/scope.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';

import { personalNumbers } from '../contract.ts';

type Answer = Output<typeof personalNumbers.check>;

/** Asks what the typed number is and whose, before it is registered. The number is sent in the body and kept nowhere. */
export function CheckNumber() {
  const { t } = useTranslation(['personal-numbers', 'errors']);
  const { api } = useFormScope();
  const typed = useStore(api.store, ({ values }) => String(values.newSsn ?? '').trim());
  const [told, setTold] = useState<{ of: string; answer: Answer }>();
  const [isPending, setPending] = useState(false);
  const check = async () => {
    setPending(true);
    try {
      setTold({
        of: typed,
        answer: await call(personalNumbers.check, { ssn: typed }, { handleErrors: false }),
      });
    } catch {
      notify({ tone: 'danger', text: t('check.failed') });
    } finally {
      setPending(false);
    }
  };
  // An answer about another number than the one in the field says nothing.
  const answer = told?.of === typed ? told.answer : undefined;
  return (
    <div className="number-check">
      <div>
        <Button size="small" isDisabled={typed.length < 6} isPending={isPending} onPress={() => void check()}>
          {t('check.label')}
        </Button>
      </div>
      <div role="status">{answer && <Told answer={answer} />}</div>
    </div>
  );
}

function Told({ answer: { valid, kind, inUse, userName } }: { answer: Answer }) {
  const { t } = useTranslation('personal-numbers');
  const form = t(`kind.${kind}`);
  if (inUse) {
    return (
      <Alert tone="warning" title={t('check.inUse')}>
        {userName !== null && <PersonLink userName={userName}>{userName}</PersonLink>}
      </Alert>
    );
  }
  return valid ? (
    <Alert tone="success">{t('check.free', { form })}</Alert>
  ) : (
    <Alert tone="danger">{t('check.invalid', { form })}</Alert>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';

import { setup } from '../contract.ts';

/** Closes the portal and opens it again, where this process can. */
export function Restart() {
  const { t } = useTranslation(['setup', 'errors', 'form']);
  const { mutate, isPending } = useWrite(setup.restart, { handleErrors: false });
  const [said, setSaid] = useState<{ tone: 'info' | 'danger'; text: string }>();
  const restart = () =>
    mutate(
      {},
      {
        onSuccess: () => setSaid({ tone: 'info', text: t('setup:restarting') }),
        onError: (error) => setSaid({ tone: 'danger', text: refusalText(asRefusal(error), t) }),
      },
    );
  return (
    <div className="first-day-acts">
      <Button isPending={isPending} onPress={restart}>
        {t('setup:restart')}
      </Button>
      {said && (
        <Alert tone={said.tone} isLive>
          {said.text}
        </Alert>
      )}
    </div>
  );
}

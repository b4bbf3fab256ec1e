import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { NumberInput, TextInput } from '#web/form/fields.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { useFormScope } from '#web/form/scope.ts';
import { loose } from '#web/loose.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Status } from '#web/ui/Status.tsx';

import { setup } from '../contract.ts';

const empty = {
  setupCode: '',
  databaseHost: '',
  databasePort: 5432,
  databaseName: 'vaktmester',
  databaseUser: 'vaktmester',
  databasePassword: '',
};

/** Another PostgreSQL than the portal's own, chosen before anything is kept in it. */
export function DatabaseForm({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('setup');
  const [isRestarting, setRestarting] = useState(false);
  if (isRestarting) {
    return (
      <>
        <Alert tone="info" isLive>
          {t('database.restarting')}
        </Alert>
        <Button variant="primary" onPress={() => location.reload()}>
          {t('database.goOn')}
        </Button>
      </>
    );
  }
  return (
    <ContractForm
      route={setup.chooseDatabase}
      values={empty}
      namespace="setup"
      saveLabel={t('database.use')}
      onSaved={() => setRestarting(true)}
      onCancel={onCancel}
    >
      <TextInput name="setupCode" />
      <TextInput name="databaseHost" />
      <NumberInput name="databasePort" />
      <TextInput name="databaseName" />
      <TextInput name="databaseUser" />
      <TextInput name="databasePassword" type="password" autoComplete="new-password" />
      <DatabaseTest />
    </ContractForm>
  );
}

const tones = { ok: 'success', failed: 'danger', skipped: 'neutral' } as const;

function DatabaseTest() {
  const { t } = useTranslation(['setup', 'errors', 'form']);
  const { api, labelOf, say } = useFormScope();
  const { mutate, data, error, isPending } = useWrite(setup.testDatabase, { handleErrors: false });
  const refusal = error && asRefusal(error);
  const [field] = refusal?.fields ?? [];
  return (
    <div className="first-day-step" aria-live="polite">
      <div className="first-day-acts">
        <Button isPending={isPending} onPress={() => mutate(loose(api.state.values))}>
          {t('setup:database.test')}
        </Button>
      </div>
      {refusal && (
        <Alert tone="danger">{field ? say(field, labelOf(field.path)) : refusalText(refusal, t)}</Alert>
      )}
      {data && (
        <ul className="first-day-checks">
          {data.Items.map(({ name, outcome, said }) => (
            <li key={name}>
              <Status tone={tones[outcome]}>{t(`setup:database.check.${name}`)}</Status>
              {said !== null && <p className="meta first-day-found">{said}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Route } from '#kernel/contract.ts';
import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { useFormScope } from '#web/form/scope.ts';
import { loose } from '#web/loose.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

import type { Check, connections } from '../contract.ts';

/** A route that answers with checks. */
export type TestRoute = Route<Route['input'], (typeof connections)['testFiles']['output']>;

const tones: Record<Check['outcome'], StatusTone> = {
  ok: 'success',
  warning: 'warning',
  failed: 'danger',
  skipped: 'neutral',
};

/** Tries what stands in the form, saved or not, and says part by part what became of it. Stands in a ContractForm. */
export function ConnectionTest({ route }: { route: TestRoute }) {
  const { t } = useTranslation(['connections', 'errors', 'form']);
  const { api, labelOf, say } = useFormScope();
  const { mutate, isPending } = useWrite(route, { handleErrors: false });
  const [checks, setChecks] = useState<readonly Check[]>();
  const [failure, setFailure] = useState<string>();

  const run = () => {
    setChecks(undefined);
    setFailure(undefined);
    mutate(loose(api.state.values), {
      onSuccess: ({ Items }) => setChecks(Items),
      onError: (error) => {
        const refusal = asRefusal(error);
        const [field] = refusal.fields;
        setFailure(field ? say(field, labelOf(field.path)) : refusalText(refusal, t));
      },
    });
  };
  return (
    <div className="connection-test">
      <Button onPress={run} isPending={isPending}>
        {t('connections:test')}
      </Button>
      <div aria-live="polite" className="connection-checks">
        {isPending && <p className="meta">{t('connections:testing')}</p>}
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        {checks && (
          <>
            <p>
              <strong>{t(verdictOf(checks))}</strong>
            </p>
            <ul>
              {checks.map((check) => (
                <CheckLine key={check.name} check={check} />
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

function verdictOf(checks: readonly Check[]) {
  if (checks.some(({ outcome }) => outcome === 'failed')) return 'connections:verdict.failed';
  if (checks.some(({ outcome }) => outcome === 'warning')) return 'connections:verdict.warning';
  return 'connections:verdict.ok';
}

function CheckLine({ check: { name, outcome, said } }: { check: Check }) {
  const { t, i18n } = useTranslation('connections');
  const isWrong = outcome === 'failed' || outcome === 'warning';
  const help = `help.${name}`;
  return (
    <li className="connection-check">
      <Status tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Status>
      <div>
        <p>{t(`check.${name}`)}</p>
        {isWrong && i18n.exists(help, { ns: 'connections' }) && <p className="meta">{t(loose(help))}</p>}
        {said !== null && <p className="meta connection-said">{said}</p>}
      </div>
    </li>
  );
}

import './connections.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Route } from '#kernel/contract.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { loose } from '#web/loose.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';

import type { ConnectionGroup, ConnectionsAnswer } from '../contract.ts';
import { ConnectionTest, type TestRoute } from './ConnectionTest.tsx';
import { Disconnect } from './Disconnect.tsx';

interface ConnectionCardProps<G extends ConnectionGroup> {
  group: G;
  state: ConnectionsAnswer[G];
  /** What stands in the form at first; empty for secrets, which are never read back. */
  values: Record<string, string>;
  save: Route;
  test: TestRoute;
  /** The fields of the form, in their order. */
  children: ReactNode;
}

/** One connection: what it is for, its settings or where else they are set, and the test that tries them. */
export function ConnectionCard<G extends ConnectionGroup>(props: ConnectionCardProps<G>) {
  const { group, state, values, save, test, children } = props;
  const { t } = useTranslation('connections');
  const text: (key: string) => string = loose(t);
  return (
    <section className="card connection">
      <header>
        <h2 className="section-title">
          {text(`group.${group}`)}{' '}
          <Badge tone={state.source === 'none' ? 'neutral' : 'accent'}>
            {text(`source.${state.source}`)}
          </Badge>
        </h2>
        <p className="meta">{text(`about.${group}`)}</p>
      </header>
      {state.waitsForRestart && (
        <Alert tone="warning" title={t('restart')}>
          <p>{t('restartWhy')}</p>
        </Alert>
      )}
      {state.source === 'environment' ? (
        <>
          <p>{t('fromEnvironment')}</p>
          <DescriptionList
            items={Object.entries(values)
              .filter(([, value]) => value !== '')
              .map(([name, value]) => ({ term: text(`field.${name}`), value }))}
          />
        </>
      ) : (
        <ContractForm
          route={save}
          values={values}
          namespace="connections"
          touches={['connections', 'sitesettings', 'setup']}
        >
          {children}
          <ConnectionTest route={test} />
        </ContractForm>
      )}
      {state.source === 'portal' && <Disconnect group={group} />}
    </section>
  );
}

import './addresses.css';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { InternetTabs } from '#areas/internet/locks/web/shared.tsx';
import { readOptions, useRead } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { LongTextInput } from '#web/form/fields.tsx';
import { formatNumber } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { useSessionState } from '#web/session.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { EmptyState } from '#web/ui/States.tsx';

import { addresses, type Listed } from '../contract.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    addresses: typeof nb;
  }
}

/** Whose machine stands where, and what is made of it for schools without a proxy. */
export function AddressesPage() {
  const { t } = useTranslation('addresses');
  const mayRead = useMay(addresses.get.permission);
  const { session } = useShellContext();
  const school = useSessionState(session)?.me?.currentSchool?.code;
  const hasSchool = school !== undefined;
  const read = useRead(addresses.get, {}, { handleErrors: false, enabled: mayRead && hasSchool });
  const { data } = read;
  if (!mayRead) return <DeniedPage title={t('title')} />;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      acts={<LinkButton to="/internet/points">{t('back')}</LinkButton>}
    >
      <InternetTabs />
      {!hasSchool && <EmptyState title={t('noSchool.title')}>{t('noSchool.text')}</EmptyState>}
      {hasSchool && !data && <ReadState read={read} failed={t('failed')} />}
      {data && (
        <div className="addresses">
          <Machines key={school} listed={data} />
          <Uses listed={data} />
        </div>
      )}
    </Page>
  );
}

const valuesOf = ({ lines }: Listed) => ({ lines });
const fixedOf = ({ version }: Listed) => ({ version });

function Machines({ listed }: { listed: Listed }) {
  const { lines, count, unknown } = listed;
  const { t } = useTranslation('addresses');
  const client = useQueryClient();
  const read = readOptions(addresses.get, {});
  const may = useMay(addresses.update.permission);
  return (
    <section className="card addresses-part" aria-label={t('machines')}>
      <h2 className="section-title">{t('machines')}</h2>
      <p className="meta">{t('count', { count: formatNumber(count) })}</p>
      {unknown.length > 0 && (
        <Alert tone="warning" title={t('unknown')}>
          {unknown.slice(0, SHOWN).join(', ') + (unknown.length > SHOWN ? ' …' : '')}
        </Alert>
      )}
      {may ? (
        <ContractForm
          route={addresses.update}
          namespace="addresses"
          values={valuesOf(listed)}
          fixed={fixedOf(listed)}
          reread={async () => {
            const latest = await client.fetchQuery({ ...read, staleTime: 0 });
            return { values: valuesOf(latest), fixed: fixedOf(latest) };
          }}
          onSaved={(saved) => client.setQueryData(read.queryKey, saved)}
        >
          <LongTextInput name="lines" />
        </ContractForm>
      ) : (
        <pre className="addresses-lines">{lines}</pre>
      )}
    </section>
  );
}

const SHOWN = 20;

/** For browsers and DNS servers, with what they cannot do said before where they are fetched. */
function Uses({ listed: { points } }: { listed: Listed }) {
  const { t } = useTranslation('addresses');
  return (
    <section className="card addresses-part" aria-label={t('uses')}>
      <h2 className="section-title">{t('uses')}</h2>
      <Alert tone="warning" title={t('limits')}>
        <ul className="addresses-limits">
          {(['limit.address', 'limit.kept', 'limit.around', 'limit.home'] as const).map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </Alert>
      {points.length === 0 && <p className="meta">{t('noPoints')}</p>}
      {points.map(({ id, name }) => (
        <dl key={id} className="addresses-links" aria-label={name}>
          <dt>{t('pac', { name })}</dt>
          <dd>
            <code>{`${location.origin}/api/web-filter/pac/${id}.pac`}</code>
          </dd>
          <dt>{t('zone', { name })}</dt>
          <dd>
            <code>{`${location.origin}/api/web-filter/rpz/${id}/${t('address')}`}</code>
          </dd>
        </dl>
      ))}
    </section>
  );
}

import { useTranslation } from 'react-i18next';

import { DomainsInput, InternetTabs } from '#areas/internet/locks/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { useMay } from '#web/list/useMay.ts';
import { useSessionState } from '#web/session.ts';
import { Page } from '#web/shell/Page.tsx';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import { alwaysOpen } from '../contract.ts';
import { touches } from './kinds.ts';

const ROWS = 10;

/** Pages no lock shuts: everybody's, and the school's own (specification §2 "Always-open pages"). */
export function AlwaysOpenPage() {
  const { t } = useTranslation('domain-packages');
  const { data } = useRead(alwaysOpen.get, {}, { handleErrors: false });
  return (
    <Page title={t('always.title')} lead={t('always.lead')}>
      <InternetTabs />
      <div className="internet-lists">
        {data ? (
          <>
            <School domains={data.school} />
            <Everybody domains={data.global} />
          </>
        ) : (
          <SkeletonLines lines={6} />
        )}
      </div>
    </Page>
  );
}

function School({ domains }: { domains: string[] }) {
  const { t } = useTranslation('domain-packages');
  const may = useMay(alwaysOpen.update.permission);
  const { session } = useShellContext();
  const school = useSessionState(session)?.me?.currentSchool;
  if (!school) {
    return (
      <section className="card">
        <p className="meta">{t('always.noSchool')}</p>
      </section>
    );
  }
  return (
    <section className="card" aria-label={t('always.schoolTitle', { school: school.name })}>
      <h2 className="section-title">{t('always.schoolTitle', { school: school.name })}</h2>
      {may ? <Pages name="school" domains={domains} /> : <Shown domains={domains} />}
    </section>
  );
}

function Everybody({ domains }: { domains: string[] }) {
  const { t } = useTranslation('domain-packages');
  const mayAll = useMay('domains.global');
  const may = useMay(alwaysOpen.update.permission);
  return (
    <section className="card" aria-label={t('always.globalTitle')}>
      <h2 className="section-title">{t('always.globalTitle')}</h2>
      {may && mayAll ? <Pages name="global" domains={domains} /> : <Shown domains={domains} />}
    </section>
  );
}

function Pages({ name, domains }: { name: 'school' | 'global'; domains: string[] }) {
  return (
    <ContractForm
      route={alwaysOpen.update}
      namespace="domain-packages"
      values={{ [name]: domains }}
      touches={touches}
    >
      <DomainsInput name={name} rows={ROWS} />
    </ContractForm>
  );
}

function Shown({ domains }: { domains: readonly string[] }) {
  const { t } = useTranslation('domain-packages');
  if (domains.length === 0) return <p className="meta">{t('always.none')}</p>;
  return (
    <ul className="lock-open">
      {domains.map((domain) => (
        <li key={domain} className="lock-domain">
          {domain}
        </li>
      ))}
    </ul>
  );
}

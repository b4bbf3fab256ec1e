import { useTranslation } from 'react-i18next';

import { PasswordRules } from '#areas/superadmin/password-rules/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { useMay } from '#web/list/useMay.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';

import { site } from '../contract.ts';
import { SiteForm } from './SiteForm.tsx';

/** What the owner decides about its portal. */
export function SitePage() {
  const { t } = useTranslation('site');
  const mayManage = useMay('site.manage');
  const read = useRead(site.read, {}, { handleErrors: false, enabled: mayManage });
  if (!mayManage) return <DeniedPage title={t('title')} />;
  return (
    <Page title={t('title')} lead={t('lead')} layout="reading">
      {read.data ? (
        <>
          <SiteForm own={read.data} />
          <PasswordRules />
        </>
      ) : (
        <section className="card">
          <ReadState read={read} failed={t('failed')} />
        </section>
      )}
    </Page>
  );
}

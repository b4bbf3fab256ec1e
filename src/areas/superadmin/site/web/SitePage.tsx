import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { PasswordRules } from '#areas/superadmin/password-rules/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { referenceOf } from '#web/list/ListStates.tsx';
import { useMay } from '#web/list/useMay.ts';
import { Page } from '#web/shell/Page.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import { ErrorState } from '#web/ui/States.tsx';

import { site } from '../contract.ts';
import { SiteForm } from './SiteForm.tsx';

/** What the owner decides about its portal. */
export function SitePage() {
  const { t } = useTranslation(['site', 'shell']);
  const mayManage = useMay('site.manage');
  const read = useRead(site.read, {}, { handleErrors: false, enabled: mayManage });
  if (!mayManage) {
    return (
      <Page title={t('site:title')}>
        <ErrorState title={t('shell:title.noAccess')}>{t('shell:denied.text')}</ErrorState>
      </Page>
    );
  }
  return (
    <Page title={t('site:title')} lead={t('site:lead')} layout="reading">
      {read.data ? (
        <>
          <SiteForm own={read.data} />
          <Suspense fallback={<SkeletonLines lines={4} />}>
            <PasswordRules />
          </Suspense>
        </>
      ) : read.error ? (
        <ErrorState
          title={t('site:failed')}
          onRetry={() => void read.refetch()}
          isRetrying={read.isFetching}
          reference={referenceOf(read.error)}
        />
      ) : (
        <section className="card">
          <SkeletonLines lines={8} />
        </section>
      )}
    </Page>
  );
}

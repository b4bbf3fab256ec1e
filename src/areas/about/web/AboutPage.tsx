import './about.css';
import { useTranslation } from 'react-i18next';

import { settings } from '#areas/settings/contract.ts';
import { WhomToAsk } from '#areas/users/primary-school/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { formatDateTime } from '#web/format.ts';
import { Page } from '#web/shell/Page.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';

import { about } from '../contract.ts';
import { Credits } from './Credits.tsx';
import { Links } from './Links.tsx';

/** What this is, which version runs, and where to ask. */
export function AboutPage() {
  const { t } = useTranslation(['about', 'shell']);
  const read = useRead(about.portal, {}, { handleErrors: false });
  const { data: site } = useRead(settings.site, {}, { handleErrors: false });
  const portal = read.data;
  return (
    <Page title={t('shell:title.about')} lead={t('about:lead')} layout="reading">
      {portal?.demo && (
        <Alert tone="warning" title={t('about:demoTitle')}>
          <p>{t('about:demoText')}</p>
        </Alert>
      )}
      <section className="card about-part">
        <h2 className="section-title">{t('about:portal')}</h2>
        {portal ? (
          <DescriptionList
            items={[
              { term: t('about:version'), value: `${portal.name} ${portal.version}` },
              { term: t('about:owner'), value: site?.ownerName },
              { term: t('about:license'), value: portal.license },
              { term: t('about:runtime'), value: portal.runtime },
              { term: t('about:database'), value: portal.database },
              {
                term: t('about:migration'),
                value: t('about:migrationAt', {
                  name: portal.migration.name,
                  time: formatDateTime(portal.migration.appliedAt),
                }),
              },
              { term: t('about:now'), value: formatDateTime(portal.now) },
            ]}
          />
        ) : (
          <ReadState read={read} failed={t('about:failed')} lines={6} />
        )}
      </section>
      <WhomToAsk />
      {site && <Links site={site} />}
      <Credits />
    </Page>
  );
}

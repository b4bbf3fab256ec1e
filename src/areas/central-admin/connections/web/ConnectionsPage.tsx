import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { useMay } from '#web/list/useMay.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';

import { connections } from '../contract.ts';
import { AddressCard, DirectoryCard, FederationCard, FilesCard, MailCard } from './cards.tsx';

/** Every connection of the portal to the world around it. */
export function ConnectionsPage() {
  const { t } = useTranslation('connections');
  const mayManage = useMay('connections.manage');
  const read = useRead(connections.read, {}, { handleErrors: false, enabled: mayManage });
  if (!mayManage) return <DeniedPage title={t('title')} />;
  return (
    <Page title={t('title')} lead={t('lead')} layout="reading">
      {read.data ? (
        <>
          <AddressCard read={read.data} />
          <FederationCard read={read.data} />
          <DirectoryCard read={read.data} />
          <FilesCard read={read.data} />
          <MailCard read={read.data} />
        </>
      ) : (
        <section className="card">
          <ReadState read={read} failed={t('failed')} />
        </section>
      )}
    </Page>
  );
}

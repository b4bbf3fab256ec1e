import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { InternetTabs } from '#areas/internet/locks/web/shared.tsx';
import { ListPage } from '#web/list/ListPage.tsx';
import { useMay } from '#web/list/useMay.ts';
import { useHasSchool } from '#web/shell/useHasSchool.ts';
import { later } from '#web/ui/later.tsx';
import { NewButton } from '#web/ui/NewButton.tsx';

import type { PackageRow } from '../contract.ts';
import { type Kind, kinds } from './kinds.ts';

const PackageDialog = later(async () => (await import('./PackageDialog.tsx')).PackageDialog);
const PackageCard = later(async () => (await import('./PackageCard.tsx')).PackageCard);

const texts = {
  school: { namespace: 'domain-packages', prefix: 'school.' },
  global: { namespace: 'domain-packages', prefix: 'global.' },
};
const nameOf = ({ name }: PackageRow) => name;

export const SchoolPackagesPage = () => <PackagesPage kind="school" />;
export const GlobalPackagesPage = () => <PackagesPage kind="global" />;

/** Domains that are opened together: the school's packages, or everybody's. */
function PackagesPage({ kind }: { kind: Kind }) {
  const { list, routes } = kinds[kind];
  return (
    <ListPage
      key={kind}
      list={list}
      route={routes.list}
      texts={texts[kind]}
      nameOf={nameOf}
      views={
        <div className="internet-over">
          <InternetTabs />
        </div>
      }
      primary={<New kind={kind} />}
      card={(open) => card(kind, open)}
    />
  );
}

function card(kind: Kind, { key, close }: { key: string; close: () => void }): ReactNode {
  return <PackageCard key={key} kind={kind} id={Number(key)} onClose={close} />;
}

function New({ kind }: { kind: Kind }) {
  const { t } = useTranslation('domain-packages');
  const may = useMay(kinds[kind].routes.add.permission);
  const hasSchool = useHasSchool();
  if (!may) return null;
  if (kind === 'school' && !hasSchool) return <span className="meta">{t('chooseSchool')}</span>;
  return <NewButton label={t('new')}>{(close) => <PackageDialog kind={kind} onClose={close} />}</NewButton>;
}

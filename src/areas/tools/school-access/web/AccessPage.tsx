import './school-access.css';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { ListPage } from '#web/list/ListPage.tsx';
import { useMay } from '#web/list/useMay.ts';
import { useHasSchool } from '#web/shell/useHasSchool.ts';
import { later } from '#web/ui/later.tsx';
import { NewButton } from '#web/ui/NewButton.tsx';

import type { AccessEntry } from '../contract.ts';
import { type Kind, kinds } from './kinds.ts';
import { accessLooks } from './looks.tsx';
import { AccessTabs } from './shared.tsx';
import { Warnings } from './Warnings.tsx';

const OrderDialog = later(async () => (await import('./OrderDialog.tsx')).OrderDialog);
const EntryCard = later(async () => (await import('./EntryCard.tsx')).EntryCard);

const texts = {
  temporary: { namespace: 'school-access', prefix: 'temporary.' },
  block: { namespace: 'school-access', prefix: 'block.' },
};
const nameOf = ({ displayName }: AccessEntry) => displayName;

export const TemporaryAccessPage = () => <AccessPage kind="temporary" />;
export const BlockedAccessPage = () => <AccessPage kind="block" />;

/** Who has access for a time, or is shut out: planned, waiting for the import, active, over. */
function AccessPage({ kind }: { kind: Kind }) {
  const { list, routes } = kinds[kind];
  return (
    <ListPage
      key={kind}
      list={list}
      route={routes.list}
      texts={texts[kind]}
      looks={accessLooks}
      nameOf={nameOf}
      isTight
      views={
        <>
          <AccessTabs />
          <Warnings kind={kind} />
        </>
      }
      primary={<Order kind={kind} />}
      card={(open) => card(kind, open)}
    />
  );
}

function card(kind: Kind, { key, close }: { key: string; close: () => void }): ReactNode {
  return <EntryCard key={key} kind={kind} id={Number(key)} onClose={close} />;
}

function Order({ kind }: { kind: Kind }) {
  const { t } = useTranslation('school-access');
  const mayOrder = useMay('school-access.order');
  const hasSchool = useHasSchool();
  if (!mayOrder) return null;
  if (!hasSchool) return <span className="meta">{t('chooseSchool')}</span>;
  return (
    <NewButton label={t(`${kind}.new`)}>{(close) => <OrderDialog kind={kind} onClose={close} />}</NewButton>
  );
}

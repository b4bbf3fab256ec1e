import './school-access.css';
import { ArrowsCirclepathIcon } from '@navikt/aksel-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';
import type { BulkAct, Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { useMay } from '#web/list/useMay.ts';
import { useHasSchool } from '#web/shell/useHasSchool.ts';
import { later } from '#web/ui/later.tsx';
import { NewButton } from '#web/ui/NewButton.tsx';
import { notify } from '#web/ui/notices.ts';

import { type AccessEntry, MOST_NAMED } from '../contract.ts';
import { type Kind, kinds } from './kinds.ts';
import { accessLooks } from './looks.tsx';
import { AccessTabs } from './shared.tsx';
import { Warnings } from './Warnings.tsx';

const OrderDialog = later(async () => (await import('./OrderDialog.tsx')).OrderDialog);
const RenewDialog = later(async () => (await import('./RenewDialog.tsx')).RenewDialog);
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
  const bulk = useRenewal(kind);
  return (
    <>
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
        bulkActs={bulk.acts}
        card={(open) => card(kind, open)}
      />
      {bulk.dialog}
    </>
  );
}

/** Renewing those chosen; each is answered by itself, so it is for as many as one reads an answer of. */
function useRenewal(kind: Kind): { acts: readonly BulkAct[]; dialog: ReactNode } {
  const { t } = useTranslation('school-access');
  const mayOrder = useMay('school-access.order');
  const [entries, setEntries] = useState<readonly { id: number; name: string }[]>();
  const ask = async (chosen: Chosen) => {
    const { list, routes } = kinds[kind];
    const keys = await chosenKeys(list, routes.list, chosen, MOST_NAMED);
    if (keys) setEntries(keys.map((key) => ({ id: Number(key), name: chosen.nameOf(key) })));
    else notify({ tone: 'warning', text: t('renew.tooMany', { most: formatNumber(MOST_NAMED) }) });
  };
  const renew = {
    id: 'renew',
    label: t('renew.bulk'),
    icon: <ArrowsCirclepathIcon aria-hidden />,
    onAct: (chosen: Chosen) => void ask(chosen),
  };
  return {
    acts: mayOrder ? [renew] : [],
    dialog: entries && <RenewDialog kind={kind} entries={entries} onClose={() => setEntries(undefined)} />,
  };
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

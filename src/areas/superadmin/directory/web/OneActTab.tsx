import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chosen } from '#web/list/BulkBar.tsx';
import { ListPage, type ListPageProps } from '#web/list/ListPage.tsx';

import { directory } from '../contract.ts';
import { ActDialog } from './ActDialog.tsx';

interface OneActTabProps<Row> extends Pick<
  ListPageProps<Row>,
  'list' | 'route' | 'texts' | 'looks' | 'nameOf'
> {
  act: 'retry' | 'withdraw';
  icon: ReactNode;
}

/** A list whose rows have one thing that can be done to them. */
export function OneActTab<Row extends object>({ act, icon, ...drawn }: OneActTabProps<Row>) {
  const { t } = useTranslation('directory');
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <>
      <ListPage {...drawn} bulkActs={[{ id: act, label: t(`${act}.act`), icon, onAct: setChosen }]} isPart />
      {chosen && (
        <ActDialog route={directory[act]} words={act} chosen={chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

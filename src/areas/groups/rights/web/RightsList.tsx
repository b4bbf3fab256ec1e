import './rights.css';
import { PlusIcon, TrashIcon } from '@navikt/aksel-icons';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { GroupDetail } from '#areas/groups/contract.ts';
import type { Route } from '#kernel/contract.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import type { AnyList } from '#web/list/definition.ts';
import { ListPage, type ListPageProps } from '#web/list/ListPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';

interface RightsListProps<Row> extends Pick<ListPageProps<Row>, 'texts' | 'looks' | 'nameOf' | 'rowHref'> {
  group: GroupDetail;
  list: AnyList;
  route: Route;
  addLabel: string;
  /** Asks what is to be added. */
  dialog: (close: () => void) => ReactNode;
  /** Takes them away and answers what is told of it. */
  remove: (keys: string[]) => Promise<{ tone: 'success' | 'warning'; text: string }>;
}

/** What one act takes at once. */
const MOST = 200;

/** A list of what a group opens or looks after, to add to and take from for those who may. */
export function RightsList<Row extends object>(props: RightsListProps<Row>) {
  const { group, list, route, addLabel, dialog, remove, ...drawn } = props;
  const { t } = useTranslation(['rights', 'errors', 'form']);
  const [isAdding, setAdding] = useState(false);
  const whose = useMemo(() => ({ groupName: group.name }), [group.name]);
  const mayChange = group.can.includes('manage') && group.archived === null;

  const onRemove = async (chosen: Chosen) => {
    try {
      const keys = await chosenKeys(list, route, chosen, MOST);
      notify(
        keys ? await remove(keys) : { tone: 'warning', text: t('tooMany', { most: formatNumber(MOST) }) },
      );
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  const acts = [
    {
      id: 'remove',
      label: t('remove'),
      icon: <TrashIcon aria-hidden />,
      onAct: (chosen: Chosen) => void onRemove(chosen),
    },
  ];
  return (
    <>
      {mayChange && (
        <div className="rights-acts">
          <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setAdding(true)}>
            {addLabel}
          </Button>
        </div>
      )}
      <ListPage list={list} route={route} fixed={whose} bulkActs={mayChange ? acts : []} isPart {...drawn} />
      {isAdding && dialog(() => setAdding(false))}
    </>
  );
}

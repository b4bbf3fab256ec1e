import './rights.css';
import { PlusIcon, TrashIcon } from '@navikt/aksel-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type GroupDetail, groups } from '#areas/groups/contract.ts';
import { groupAddress } from '#areas/groups/web/shared.tsx';
import type { BulkFailure } from '#kernel/bulk.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import type { TabProps } from '#web/card/registry.ts';
import { Reasons } from '#web/form/Reasons.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';
import type { Option } from '#web/ui/option.ts';
import { PickList } from '#web/ui/PickList.tsx';

import { administeredList, type AdministeredRow, groupRights } from '../contract.ts';
import { touched } from './words.ts';

const texts = { namespace: 'rights', prefix: 'administered.' };
const looks = { choices: { type: { as: 'badge' as const } } };
const nameOf = ({ displayName }: AdministeredRow) => displayName;
const hrefOf = ({ name }: AdministeredRow) => groupAddress(name);
/** What one act takes at once. */
const MOST = 200;

/** The groups that this one's members look after. */
export function AdministeredTab({ subject: group }: TabProps<GroupDetail>) {
  const { t } = useTranslation(['rights', 'errors', 'form']);
  const [isAdding, setAdding] = useState(false);
  const whose = useMemo(() => ({ groupName: group.name }), [group.name]);
  const { mutateAsync } = useWrite(groupRights.administer, { touches: touched, handleErrors: false });
  const mayChange = group.can.includes('manage') && group.archived === null;

  const remove = async (chosen: Chosen) => {
    try {
      const names = await chosenKeys(administeredList, groupRights.administered, chosen, MOST);
      if (!names) {
        notify({ tone: 'warning', text: t('tooMany', { most: formatNumber(MOST) }) });
        return;
      }
      const { succeeded } = await mutateAsync({ groupName: group.name, remove: names });
      notify({ tone: 'success', text: t('administered.removed', { count: formatNumber(succeeded.length) }) });
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  const acts = [
    {
      id: 'remove',
      label: t('remove'),
      icon: <TrashIcon aria-hidden />,
      onAct: (chosen: Chosen) => void remove(chosen),
    },
  ];
  return (
    <>
      {mayChange && (
        <div className="rights-acts">
          <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setAdding(true)}>
            {t('administered.add')}
          </Button>
        </div>
      )}
      <ListPage
        list={administeredList}
        route={groupRights.administered}
        fixed={whose}
        texts={texts}
        looks={looks}
        nameOf={nameOf}
        rowHref={hrefOf}
        bulkActs={mayChange ? acts : []}
        isPart
      />
      {isAdding && <AddAdministered group={group} onClose={() => setAdding(false)} />}
    </>
  );
}

function AddAdministered({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const { t } = useTranslation(['rights', 'errors', 'form']);
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const [failed, setFailed] = useState<readonly BulkFailure[]>([]);
  const [search, setSearch] = useState('');
  const isAsked = search.length >= 2;
  const { data, isFetching } = useRead(
    groups.search,
    { search, take: 50 },
    { enabled: isAsked, handleErrors: false },
  );
  const { mutateAsync, isPending } = useWrite(groupRights.administer, {
    touches: touched,
    handleErrors: false,
  });
  const hits = data?.Items.filter(({ name }) => name !== group.name).map(
    ({ name, displayName, type, school }) => ({
      value: name,
      label: displayName,
      note: [t(`choice.type.${type}`), school?.name].filter(Boolean).join(' · '),
    }),
  );
  const save = async () => {
    try {
      const answer = await mutateAsync({ groupName: group.name, add: chosen.map(({ value }) => value) });
      notify({
        tone: 'success',
        text: t('administered.done', { count: formatNumber(answer.succeeded.length) }),
      });
      setFailed(answer.failed);
      if (answer.failed.length === 0) onClose();
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  return (
    <Dialog
      title={t('administered.addTitle')}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <Button
          variant="primary"
          isDisabled={chosen.length === 0}
          isPending={isPending}
          onPress={() => void save()}
        >
          {t('save')}
        </Button>
      }
    >
      <div className="rights-dialog">
        <Reasons
          title={t('failed')}
          failed={failed}
          nameOf={(id) => chosen.find(({ value }) => value === id)?.label ?? id}
        />
        <PickList
          label={t('administered.pick')}
          onSearch={setSearch}
          hits={isAsked ? (hits ?? []) : undefined}
          isSearching={isFetching}
          chosen={chosen}
          onChange={setChosen}
        />
      </div>
    </Dialog>
  );
}

import './rights.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { GroupDetail } from '#areas/groups/contract.ts';
import { groupFinding } from '#areas/groups/find/contract.ts';
import { groupAddress } from '#areas/groups/web/shared.tsx';
import type { BulkFailure } from '#kernel/bulk.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import type { TabProps } from '#web/card/registry.ts';
import { Reasons } from '#web/form/Reasons.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';
import type { Option } from '#web/ui/option.ts';
import { PickList } from '#web/ui/PickList.tsx';

import { administeredList, type AdministeredRow, groupRights } from '../contract.ts';
import { RightsList } from './RightsList.tsx';
import { touched } from './words.ts';

const texts = { namespace: 'rights', prefix: 'administered.' };
const looks = { choices: { type: { as: 'badge' as const } } };
const nameOf = ({ displayName }: AdministeredRow) => displayName;
const hrefOf = ({ name }: AdministeredRow) => groupAddress(name);

/** The groups that this one's members look after. */
export function AdministeredTab({ subject: group }: TabProps<GroupDetail>) {
  const { t } = useTranslation('rights');
  const { mutateAsync } = useWrite(groupRights.administer, { touches: touched, handleErrors: false });
  return (
    <RightsList
      group={group}
      list={administeredList}
      route={groupRights.administered}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      rowHref={hrefOf}
      addLabel={t('administered.add')}
      dialog={(close) => <AddAdministered group={group} onClose={close} />}
      remove={async (names) => {
        const { succeeded } = await mutateAsync({ groupName: group.name, remove: names });
        const count = formatNumber(succeeded.length);
        return { tone: 'success', text: t('administered.removed', { count }) };
      }}
    />
  );
}

function AddAdministered({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const { t } = useTranslation(['rights', 'errors', 'form']);
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const [failed, setFailed] = useState<readonly BulkFailure[]>([]);
  const [search, setSearch] = useState('');
  const isAsked = search.length >= 2;
  const { data, isFetching } = useRead(
    groupFinding.search,
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

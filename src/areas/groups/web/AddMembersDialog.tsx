import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { memberRoles } from '#areas/users/contract.ts';
import { manyUsers } from '#areas/users/many/contract.ts';
import { PasteBox, usePastedList } from '#areas/users/many/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { Reasons } from '#web/form/Reasons.tsx';
import { formatNumber } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { Option } from '#web/ui/option.ts';
import { PickList } from '#web/ui/PickList.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';

import type { Member } from '../acts/contract.ts';
import type { GroupDetail } from '../contract.ts';
import { groupFinding } from '../find/contract.ts';
import { useAdd } from './useAdd.ts';

interface AddMembersDialogProps {
  group: GroupDetail;
  /** A list that was pasted where one stood. */
  list?: string | undefined;
  /** The user names that were put in, to stand first in the list. */
  onAdded: (userNames: readonly string[]) => void;
  onClose: () => void;
}

const ways = ['search', 'paste'] as const;
const byPerson = 'byPerson';

/**
 * By search, or by pasting a list: of anything that tells people apart for those who may look it up, else of user names
 * and addresses. Who was not put in stays, with the reason.
 */
export function AddMembersDialog({ group, list, onAdded, onClose }: AddMembersDialogProps) {
  const { t } = useTranslation('groups');
  const [way, setWay] = useState<(typeof ways)[number]>(list === undefined ? 'search' : 'paste');
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const [pasted, setPasted] = useState(list ?? '');
  const [role, setRole] = useState<Member['role']>();
  const { add, failed, isPending } = useAdd(group);
  const takeList = useCallback((text: string) => {
    setPasted(text);
    setWay('paste');
  }, []);
  usePastedList(way === 'search', takeList);

  const maySearchLists = useMay(manyUsers.resolve.permission);
  const isFound = way === 'paste' && maySearchLists;
  const names = way === 'search' ? chosen.map(({ value }) => value) : namesIn(pasted);
  const save = async (chosenNames: readonly string[]) => {
    const added = await add(chosenNames.map((id) => ({ kind: 'user', id, ...(role && { role }) })));
    if (!added) return;
    onAdded(added);
    const left = chosenNames.filter((name) => !added.includes(name));
    setChosen((before) => before.filter(({ value }) => left.includes(value)));
    setPasted(way === 'paste' ? left.join('\n') : pasted);
    if (left.length === 0) onClose();
  };
  const roles = memberRoles.map((value) => ({
    value: value as string,
    label: t(`choice.memberRole.${value}`),
  }));
  return (
    <Dialog
      title={t('add.title', { name: group.displayName })}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        isFound ? undefined : (
          <Button
            variant="primary"
            isDisabled={names.length === 0}
            isPending={isPending}
            onPress={() => void save(names)}
          >
            {names.length === 0 ? t('add.save') : t('add.saveCount', { count: formatNumber(names.length) })}
          </Button>
        )
      }
    >
      <div className="group-dialog">
        <SegmentedControl
          label={t('add.how')}
          options={ways.map((value) => ({ value, label: t(`add.${value}`) }))}
          value={way}
          onChange={setWay}
        />
        <Select
          label={t('add.role')}
          value={role ?? byPerson}
          options={[{ value: byPerson, label: t('add.roleAuto') }, ...roles]}
          onChange={(value) => setRole(memberRoles.find((one) => one === value))}
        />
        <Reasons title={t('add.failed', { count: formatNumber(failed.length) })} failed={failed} />
        {way === 'search' ? (
          <PickPeople groupName={group.name} chosen={chosen} onChange={setChosen} />
        ) : isFound ? (
          <PasteBox
            first={pasted}
            acts={(people) => (
              <div className="group-dialog-acts">
                <Button
                  variant="primary"
                  isPending={isPending}
                  onPress={() => void save(people.map(({ userName }) => userName))}
                >
                  {t('add.saveCount', { count: formatNumber(people.length) })}
                </Button>
              </div>
            )}
          />
        ) : (
          <TextArea
            label={t('add.list')}
            hint={t('add.listHint')}
            rows={9}
            value={pasted}
            onChange={setPasted}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Whatever people part names with in spreadsheets and e-mails. */
export function namesIn(text: string): string[] {
  const names = text.split(/[\s,;]+/).map((name) => name.replaceAll(/^[<"']+|[>"']+$/g, ''));
  return [...new Set(names.filter(Boolean))].slice(0, 500);
}

interface PickPeopleProps {
  groupName: string;
  chosen: readonly Option[];
  onChange: (chosen: readonly Option[]) => void;
}

function PickPeople({ groupName, chosen, onChange }: PickPeopleProps) {
  const { t } = useTranslation('groups');
  const [search, setSearch] = useState('');
  const isAsked = search.length >= 2;
  const { data, isFetching } = useRead(
    groupFinding.searchUsers,
    { search, excludeGroup: groupName, take: 50 },
    { enabled: isAsked, handleErrors: false },
  );
  const hits = data?.Items.map(({ userName, displayName, className, school }) => ({
    value: userName,
    label: displayName,
    note: [userName, className, school?.name].filter(Boolean).join(' · '),
  }));
  return (
    <PickList
      label={t('add.people')}
      onSearch={setSearch}
      hits={isAsked ? (hits ?? []) : undefined}
      isSearching={isFetching}
      chosen={chosen}
      onChange={onChange}
    />
  );
}

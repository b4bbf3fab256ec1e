import './groups.css';
import { KeyHorizontalIcon, PersonMinusIcon, PersonPlusIcon } from '@navikt/aksel-icons';
import { Fragment, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { usePastedList } from '#areas/users/many/web/shared.tsx';
import { MOST_ON_PAPER } from '#areas/users/passwords/contract.ts';
import { FirstTimeDialog } from '#areas/users/passwords/web/shared.tsx';
import { accountTones, personName, userAddress } from '#areas/users/web/shared.tsx';
import type { TabProps } from '#web/card/registry.ts';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';
import { Button } from '#web/ui/Button.tsx';
import { later } from '#web/ui/later.tsx';
import { notify } from '#web/ui/notices.ts';
import { EmptyState } from '#web/ui/States.tsx';

import { type GroupDetail, groups, memberList, type MemberRow } from '../contract.ts';

const AddMembersDialog = later(async () => (await import('./AddMembersDialog.tsx')).AddMembersDialog);
const RemoveMembers = later(async () => (await import('./RemoveMembers.tsx')).RemoveMembers);

const texts = { namespace: 'groups', prefix: 'members.' };
const looks: Looks<MemberRow> = {
  choices: {
    memberRole: { as: 'badge', tones: { teacher: 'accent', contactTeacher: 'accent', leader: 'accent' } },
    accountStatus: { as: 'status', tones: accountTones },
  },
  cells: {
    name: personName,
    primarySchool: (row) => row.primarySchool?.name,
    membership: ({ through }) => <Membership through={through} />,
  },
};
/** Through which group says more than that it is through one. */
function Membership({ through }: Pick<MemberRow, 'through'>) {
  const { t } = useTranslation('groups');
  return through ?? t('choice.membership.direct');
}

const hrefOf = ({ userName }: MemberRow) => userAddress(userName);

/** By name: the members' own filters are not those of the list of people. */
const named = (names: readonly string[]) => ({
  selection: { all: false as const, keys: [...names] },
  count: names.length,
  names: () => Promise.resolve([...names]),
});

/** What one act takes at once. */
const MOST = 500;

/** Who is in the group, by themselves or through groups within it. */
export function MembersTab({ subject: group }: TabProps<GroupDetail>) {
  const { name, can } = group;
  const { t } = useTranslation('groups');
  const [isAdding, setAdding] = useState(false);
  /** Pasted where one stands, without a dialog to paste it into. */
  const [pasted, setPasted] = useState<string>();
  /** Put in since the tab was opened: they stand first, so that one sees what one did. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState<readonly string[]>();
  const whose = useMemo(
    () => ({ groupName: name, ...(added.length > 0 && { pinned: added.slice(-200) }) }),
    [name, added],
  );
  const [issuing, setIssuing] = useState<readonly string[]>();
  const mayChange = can.includes('members');
  const takeList = useCallback((text: string) => {
    setPasted(text);
    setAdding(true);
  }, []);
  usePastedList(mayChange && !isAdding, takeList);

  const askRemove = async (chosen: Chosen) => {
    const names = await chosenKeys(memberList, groups.users, chosen, MOST);
    if (names) setRemoving(names);
    else notify({ tone: 'warning', text: t('tooMany', { most: String(MOST) }) });
  };
  const askIssue = async (chosen: Chosen) => {
    const names = await chosenKeys(memberList, groups.users, chosen, MOST_ON_PAPER);
    if (names) setIssuing(names);
    else notify({ tone: 'warning', text: t('tooMany', { most: formatNumber(MOST_ON_PAPER) }) });
  };
  const remove = {
    id: 'remove',
    label: t('act.remove'),
    icon: <PersonMinusIcon aria-hidden />,
    onAct: (chosen: Chosen) => void askRemove(chosen),
  };
  const issue = {
    id: 'firstTime',
    label: t('act.firstTime'),
    icon: <KeyHorizontalIcon aria-hidden />,
    onAct: (chosen: Chosen) => void askIssue(chosen),
  };
  const acts = [...(can.includes('passwords') ? [issue] : []), ...(mayChange ? [remove] : [])];
  const primary = mayChange && (
    <Button variant="primary" icon={<PersonPlusIcon aria-hidden />} onPress={() => setAdding(true)}>
      {t('act.addMembers')}
    </Button>
  );
  // By its key the same dialog, also when the first member makes a list of the empty tab.
  const dialogs = (
    <Fragment key="dialogs">
      {isAdding && (
        <AddMembersDialog
          group={group}
          list={pasted}
          onAdded={(names) => setAdded((before) => [...before, ...names])}
          onClose={() => {
            setAdding(false);
            setPasted(undefined);
          }}
        />
      )}
      {removing && (
        <RemoveMembers group={group} kind="user" names={removing} onClose={() => setRemoving(undefined)} />
      )}
      {issuing && <FirstTimeDialog many={named(issuing)} onClose={() => setIssuing(undefined)} />}
    </Fragment>
  );
  // A new group: nothing to search and sort yet, only one thing to do.
  if (mayChange && group.memberCount === 0 && added.length === 0) {
    return (
      <>
        <EmptyState title={t('members.empty.title')} action={primary}>
          {t('members.made')}
        </EmptyState>
        {dialogs}
      </>
    );
  }
  return (
    <>
      {primary && (
        <div className="group-tab-acts">
          <span className="meta">{t('members.pasteHint')}</span>
          {primary}
        </div>
      )}
      <ListPage
        list={memberList}
        route={groups.users}
        exportRoute={groups.downloadUsers}
        fixed={whose}
        texts={texts}
        looks={looks}
        nameOf={personName}
        rowHref={hrefOf}
        bulkActs={acts}
        isPart
      />
      {dialogs}
    </>
  );
}

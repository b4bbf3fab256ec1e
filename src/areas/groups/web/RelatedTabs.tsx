import './groups.css';
import { MinusCircleIcon, PlusIcon } from '@navikt/aksel-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { TabProps } from '#web/card/registry.ts';
import type { BulkAct, Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { later } from '#web/ui/later.tsx';
import { EmptyState } from '#web/ui/States.tsx';

import { type GroupDetail, type GroupRow, groups, relatedGroupList } from '../contract.ts';
import { groupAddress } from './shared.tsx';

const AddGroupsDialog = later(async () => (await import('./AddGroupsDialog.tsx')).AddGroupsDialog);
const RemoveMembers = later(async () => (await import('./RemoveMembers.tsx')).RemoveMembers);

const texts = {
  memberOf: { namespace: 'groups', prefix: 'memberOf.' },
  nested: { namespace: 'groups', prefix: 'nested.' },
};
const looks = { choices: { type: { as: 'badge' as const } } };
const nameOf = ({ displayName }: GroupRow) => displayName;
const hrefOf = ({ name }: GroupRow) => groupAddress(name);
const noActs: readonly BulkAct[] = [];

interface RelatedProps {
  group: GroupDetail;
  direction: 'memberOf' | 'nested';
  acts?: readonly BulkAct[];
}

function Related({ group: { name }, direction, acts = noActs }: RelatedProps) {
  const whose = useMemo(() => ({ groupName: name, direction }), [name, direction]);
  return (
    <ListPage
      list={relatedGroupList}
      route={groups.groups}
      fixed={whose}
      texts={texts[direction]}
      looks={looks}
      nameOf={nameOf}
      rowHref={hrefOf}
      bulkActs={acts}
      isPart
    />
  );
}

/** The groups this one is within. */
export function MemberOfTab({ subject }: TabProps<GroupDetail>) {
  return <Related group={subject} direction="memberOf" />;
}

/** A group holds fewer groups than one act takes. */
const MOST = 500;

/** The groups within this one. */
export function NestedTab({ subject: group }: TabProps<GroupDetail>) {
  const { t } = useTranslation('groups');
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<readonly string[]>();
  const mayChange = group.can.includes('members');
  const askRemove = async (chosen: Chosen) =>
    setRemoving(await chosenKeys(relatedGroupList, groups.groups, chosen, MOST));
  const acts = [
    {
      id: 'remove',
      label: t('act.remove'),
      icon: <MinusCircleIcon aria-hidden />,
      onAct: (chosen: Chosen) => void askRemove(chosen),
    },
  ];
  const primary = mayChange && (
    <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setAdding(true)}>
      {t('act.addGroups')}
    </Button>
  );
  return (
    <>
      {mayChange && group.nestedGroups === 0 ? (
        <EmptyState title={t('nested.empty.title')} action={primary}>
          {t('nested.made')}
        </EmptyState>
      ) : (
        <>
          {primary && <div className="group-tab-acts">{primary}</div>}
          <Related group={group} direction="nested" acts={mayChange ? acts : noActs} />
        </>
      )}
      {isAdding && <AddGroupsDialog group={group} onClose={() => setAdding(false)} />}
      {removing && (
        <RemoveMembers group={group} kind="group" names={removing} onClose={() => setRemoving(undefined)} />
      )}
    </>
  );
}

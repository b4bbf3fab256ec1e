import './memberships.css';
import { PersonMinusIcon, PlusIcon } from '@navikt/aksel-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { UserDetail } from '#areas/users/contract.ts';
import type { TabProps } from '#web/card/registry.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';

import { userGroupList, type UserGroupRow, userMemberships } from '../contract.ts';
import { AddToGroups, TakeFromGroups } from './dialogs.ts';

const texts = { namespace: 'memberships' };
const looks = { choices: { type: { as: 'badge' as const } } };
const nameOf = ({ displayName }: UserGroupRow) => displayName;
const hrefOf = ({ name }: UserGroupRow) => `/groups/${encodeURIComponent(name)}`;

/** What one act takes at once. */
const MOST = 100;

/** The groups a person is in, by themselves, through other groups, or by the import. */
export function GroupsTab({ subject: user }: TabProps<UserDetail>) {
  const { userName, can } = user;
  const { t } = useTranslation('memberships');
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<readonly string[]>();
  const whose = useMemo(() => ({ userName }), [userName]);
  const mayChange = can.includes('changeGroups');

  const askRemove = async (chosen: Chosen) => {
    const names = await chosenKeys(userGroupList, userMemberships.list, chosen, MOST);
    if (names) setLeaving(names);
    else notify({ tone: 'warning', text: t('tooMany', { most: String(MOST) }) });
  };
  const add = mayChange && (
    <Button icon={<PlusIcon aria-hidden />} onPress={() => setAdding(true)}>
      {t('addMany')}
    </Button>
  );
  const acts = [
    {
      id: 'remove',
      label: t('removeMany'),
      icon: <PersonMinusIcon aria-hidden />,
      onAct: (chosen: Chosen) => void askRemove(chosen),
    },
  ];
  return (
    <>
      {add && <div className="membership-acts">{add}</div>}
      <ListPage
        list={userGroupList}
        route={userMemberships.list}
        fixed={whose}
        texts={texts}
        looks={looks}
        nameOf={nameOf}
        rowHref={hrefOf}
        bulkActs={mayChange ? acts : []}
        isPart
      />
      {isAdding && <AddToGroups user={user} onClose={() => setAdding(false)} />}
      {leaving && <TakeFromGroups user={user} groupNames={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

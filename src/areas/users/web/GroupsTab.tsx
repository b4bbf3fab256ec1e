import './users.css';
import { PersonMinusIcon, PlusIcon } from '@navikt/aksel-icons';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { AddToGroups, TakeFromGroups } from '#areas/users/memberships/web/shared.tsx';
import type { TabProps } from '#web/card/registry.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';

import { type UserDetail, type UserGroupRow, userGroupList, users } from '../contract.ts';

const texts = { namespace: 'users', prefix: 'groups.' };
const looks = { choices: { type: { as: 'badge' as const } } };
const nameOf = ({ displayName }: UserGroupRow) => displayName;
const hrefOf = ({ name }: UserGroupRow) => `/groups/${encodeURIComponent(name)}`;

/** What one act takes at once. */
const MOST = 100;

/** The groups a person is in, by themselves, through other groups, or by the import. */
export function GroupsTab({ subject: user }: TabProps<UserDetail>) {
  const { userName, can } = user;
  const { t } = useTranslation('users');
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<readonly string[]>();
  const whose = useMemo(() => ({ userName }), [userName]);
  const mayChange = can.includes('changeGroups');

  const askRemove = async (chosen: Chosen) => {
    const names = await chosenKeys(userGroupList, users.groups, chosen, MOST);
    if (names) setLeaving(names);
    else notify({ tone: 'warning', text: t('groups.tooMany', { most: String(MOST) }) });
  };
  const add = mayChange && (
    <Button icon={<PlusIcon aria-hidden />} onPress={() => setAdding(true)}>
      {t('groups.add')}
    </Button>
  );
  const acts = [
    {
      id: 'remove',
      label: t('groups.remove'),
      icon: <PersonMinusIcon aria-hidden />,
      onAct: (chosen: Chosen) => void askRemove(chosen),
    },
  ];
  return (
    <>
      {add && <div className="user-tab-acts">{add}</div>}
      <ListPage
        list={userGroupList}
        route={users.groups}
        fixed={whose}
        texts={texts}
        looks={looks}
        nameOf={nameOf}
        rowHref={hrefOf}
        bulkActs={mayChange ? acts : []}
        isPart
      />
      <Suspense fallback={null}>
        {isAdding && <AddToGroups user={user} onClose={() => setAdding(false)} />}
        {leaving && <TakeFromGroups user={user} groupNames={leaving} onClose={() => setLeaving(undefined)} />}
      </Suspense>
    </>
  );
}

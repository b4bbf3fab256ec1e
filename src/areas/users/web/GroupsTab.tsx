import { useMemo } from 'react';

import type { TabProps } from '#web/card/registry.ts';
import { ListPage } from '#web/list/ListPage.tsx';

import { type UserDetail, type UserGroupRow, userGroupList, users } from '../contract.ts';

const texts = { namespace: 'users', prefix: 'groups.' };
const looks = { choices: { type: { as: 'badge' as const } } };
const nameOf = ({ displayName }: UserGroupRow) => displayName;
const hrefOf = ({ name }: UserGroupRow) => `/groups/${encodeURIComponent(name)}`;

/** The groups a person is in, by themselves, through other groups, or by the import. */
export function GroupsTab({ subject: { userName } }: TabProps<UserDetail>) {
  const whose = useMemo(() => ({ userName }), [userName]);
  return (
    <ListPage
      list={userGroupList}
      route={users.groups}
      fixed={whose}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      rowHref={hrefOf}
      isPart
    />
  );
}

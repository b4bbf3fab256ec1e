import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';

import { type CommonUser, commonUserList, commonUsers } from '../contract.ts';
import { CommonUserCard } from './CommonUserCard.tsx';

const texts = { namespace: 'common-users' };
const nameOf = ({ userName }: CommonUser) => userName;
const looks: Looks<CommonUser> = { cells: { responsible: ({ responsible }) => responsible?.displayName } };

/** The accounts that several people share. */
export function CommonUsersPage() {
  return (
    <ListPage
      list={commonUserList}
      route={commonUsers.list}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      card={({ key, close }) => <CommonUserCard key={key} userName={key} onClose={close} />}
    />
  );
}

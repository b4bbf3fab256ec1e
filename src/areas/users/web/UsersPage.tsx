import './users.css';
import { ListPage } from '#web/list/ListPage.tsx';

import { userList, users } from '../contract.ts';
import { userLooks } from './looks.tsx';
import { personName } from './shared.tsx';
import { UserCard } from './UserCard.tsx';

const texts = { namespace: 'users' };

/** Everybody at the school, or in the whole municipality. */
export function UsersPage() {
  return (
    <ListPage
      list={userList}
      route={users.list}
      exportRoute={users.download}
      texts={texts}
      looks={userLooks}
      nameOf={personName}
      card={({ key, ...open }) => <UserCard key={key} userName={key} {...open} />}
    />
  );
}

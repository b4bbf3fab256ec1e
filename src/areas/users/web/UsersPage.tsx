import './users.css';
import { useSearch } from '@tanstack/react-router';

import { ListPage } from '#web/list/ListPage.tsx';

import { userList, users } from '../contract.ts';
import { userLooks } from './looks.tsx';
import { personName } from './shared.tsx';
import { UserCard } from './UserCard.tsx';
import { useUserBulk } from './useUserBulk.tsx';

const texts = { namespace: 'users' };

/** Everybody at the school, or in the whole municipality. */
export function UsersPage() {
  const { userType }: { userType?: string } = useSearch({ strict: false });
  const bulk = useUserBulk(userType === 'expired');
  return (
    <>
      <ListPage
        list={userList}
        route={users.list}
        exportRoute={users.download}
        texts={texts}
        looks={userLooks}
        nameOf={personName}
        card={({ key, ...open }) => <UserCard key={key} userName={key} {...open} />}
        bulkActs={bulk.acts}
      />
      {bulk.dialog}
    </>
  );
}

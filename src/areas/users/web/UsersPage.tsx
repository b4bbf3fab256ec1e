import './users.css';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { ListPage } from '#web/list/ListPage.tsx';
import { useMay } from '#web/list/useMay.ts';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

import { userList, users } from '../contract.ts';
import { userLooks } from './looks.tsx';
import { personName } from './shared.tsx';
import { useUserBulk } from './useUserBulk.tsx';

/** Fetched when the first person is opened: most visits only look somebody up. */
const UserCard = later(async () => (await import('./UserCard.tsx')).UserCard);

const texts = { namespace: 'users' };

/** Everybody at the school, or in the whole municipality. */
export function UsersPage() {
  const { t } = useTranslation('users');
  const { userType }: { userType?: string } = useSearch({ strict: false });
  const bulk = useUserBulk(userType === 'expired');
  const mayPaste = useMay('users.update');
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
        primary={mayPaste && <LinkButton to="/users/paste">{t('paste')}</LinkButton>}
      />
      {bulk.dialog}
    </>
  );
}

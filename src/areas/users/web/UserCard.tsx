import { useTranslation } from 'react-i18next';

import { UserActs } from '#areas/users/many/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { DrawerCard } from '#web/card/DrawerCard.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Status } from '#web/ui/Status.tsx';

import { type UserDetail, users } from '../contract.ts';
import { accountTones, roleTones, userCard } from './shared.tsx';

interface UserCardProps {
  userName: string;
  tab: string | undefined;
  close: () => void;
}

/** A person's card beside the list. */
export function UserCard({ userName, tab, close }: UserCardProps) {
  const read = useRead(users.get, { name: userName }, { handleErrors: false });
  return (
    <DrawerCard
      card={userCard}
      read={read}
      name={userName}
      titleOf={({ displayName }) => displayName}
      marksOf={(user) => <Marks user={user} />}
      actsOf={(user) => <UserActs user={user} />}
      tab={tab}
      onClose={close}
    />
  );
}

function Marks({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { userName, role, accountStatus, className, title, shielded } = user;
  const place = className ?? title;
  return (
    <>
      <span>{userName}</span>
      {place !== null && <span>{place}</span>}
      <Badge tone={roleTones[role]}>{t(`choice.role.${role}`)}</Badge>
      <Status tone={accountTones[accountStatus]}>{t(`choice.accountStatus.${accountStatus}`)}</Status>
      {shielded && <Badge tone="danger">{t('shielded')}</Badge>}
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { groupAddress } from '#areas/groups/web/shared.tsx';
import type { UserDetail } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import type { TabProps } from '#web/card/registry.ts';

import { history } from '../contract.ts';
import { useDays } from './DaysAsked.tsx';
import { Then } from './Then.tsx';
import { WhenToday } from './WhenToday.tsx';

/** Which groups a person was in on a day. */
export function GroupsThenTab({ subject: { userName } }: TabProps<UserDetail>) {
  return <WhenToday>{(today) => <GroupsThen userName={userName} today={today} />}</WhenToday>;
}

function GroupsThen({ userName, today }: { userName: string; today: string }) {
  const { t } = useTranslation(['history', 'groups']);
  const days = useDays(today);
  const read = useRead(
    history.groups,
    { userName, ...(days.asked ?? { on: today }) },
    { handleErrors: false, enabled: days.asked !== undefined },
  );
  return (
    <Then
      days={days}
      read={read}
      keyOf={({ name, role }) => `${name} ${role}`}
      label={t('history:tab.groupsThen')}
      empty={t('history:groups.empty')}
      columns={[
        {
          label: t('history:group'),
          of: ({ name, displayName }) => <Link to={groupAddress(name)}>{displayName}</Link>,
        },
        {
          label: t('history:type'),
          of: ({ type }) => (type === 'other' ? t('history:otherType') : t(`groups:choice.type.${type}`)),
        },
        { label: t('history:role'), of: ({ role }) => t(`groups:choice.memberRole.${role}`) },
      ]}
    />
  );
}

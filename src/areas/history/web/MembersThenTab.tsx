import { useTranslation } from 'react-i18next';

import type { GroupDetail } from '#areas/groups/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import type { TabProps } from '#web/card/registry.ts';

import { history } from '../contract.ts';
import { useDays } from './DaysAsked.tsx';
import { PersonThen } from './PersonThen.tsx';
import { Then } from './Then.tsx';
import { WhenToday } from './WhenToday.tsx';

/** Who was in the group on a day. */
export function MembersThenTab({ subject: { name } }: TabProps<GroupDetail>) {
  return <WhenToday>{(today) => <MembersThen groupName={name} today={today} />}</WhenToday>;
}

function MembersThen({ groupName, today }: { groupName: string; today: string }) {
  const { t } = useTranslation(['history', 'groups']);
  const days = useDays(today);
  const read = useRead(
    history.members,
    { groupName, ...(days.asked ?? { on: today }) },
    { handleErrors: false, enabled: days.asked !== undefined },
  );
  return (
    <Then
      days={days}
      read={read}
      keyOf={({ userName, role }) => `${userName} ${role}`}
      label={t('history:tab.membersThen')}
      empty={t('history:members.empty')}
      columns={[
        { label: t('history:person'), of: (row) => <PersonThen {...row} /> },
        { label: t('history:role'), of: ({ role }) => t(`groups:choice.memberRole.${role}`) },
        { label: t('history:through'), of: ({ through }) => through ?? t('groups:choice.membership.direct') },
      ]}
    />
  );
}

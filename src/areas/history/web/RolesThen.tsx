import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { formatDate } from '#web/format.ts';

import { history } from '../contract.ts';
import { useDays } from './DaysAsked.tsx';
import { PersonThen } from './PersonThen.tsx';
import { Then } from './Then.tsx';
import { WhenToday } from './WhenToday.tsx';

/** Who held which role on a day, at the school the reader stands at. */
export function RolesThen() {
  return <WhenToday>{(today) => <Roles today={today} />}</WhenToday>;
}

function Roles({ today }: { today: string }) {
  const { t } = useTranslation(['history', 'shell']);
  const days = useDays(today);
  const read = useRead(
    history.roles,
    { ...(days.asked ?? { on: today }) },
    { handleErrors: false, enabled: days.asked !== undefined },
  );
  return (
    <Then
      days={days}
      read={read}
      keyOf={({ userName, role }) => `${userName} ${role}`}
      label={t('history:tab.rolesThen')}
      empty={t('history:roles.empty')}
      columns={[
        { label: t('history:person'), of: (row) => <PersonThen {...row} /> },
        { label: t('history:role'), of: ({ role }) => t(`shell:role.${role}`) },
        { label: t('history:orderedBy'), of: ({ orderedBy }) => orderedBy ?? '–' },
        { label: t('history:validTo'), of: ({ validTo }) => (validTo === null ? '–' : formatDate(validTo)) },
      ]}
    />
  );
}

import './users.css';
import { useTranslation } from 'react-i18next';

import type { TabProps } from '#web/card/registry.ts';
import { formatDate, formatDateTime } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { WhyNot } from '#web/why/WhyNot.tsx';

import type { UserDetail } from '../contract.ts';
import { ReadOnlyFields } from './ReadOnlyFields.tsx';
import { UserFacts } from './UserFacts.tsx';
import { UserForm } from './UserForm.tsx';

/** Who this is: what may be changed as a form, the rest as facts. */
export function OverviewTab({ subject: user }: TabProps<UserDetail>) {
  const { t } = useTranslation('users');
  const lock = user.accountStatus === 'locked' && user.lockedUntil !== null && (
    <Alert tone="warning" title={t('lock.title', { time: formatDateTime(user.lockedUntil) })}>
      {t('lock.text')}
    </Alert>
  );
  const { pendingSchoolChange: change, deactivation } = user;
  const closed = deactivation && (
    <Alert
      tone={deactivation.status === 'active' ? 'warning' : 'info'}
      title={t(`closed.${deactivation.status}`, {
        start: formatDate(deactivation.start),
        end: formatDate(deactivation.end),
      })}
    >
      {t('closed.text')}
    </Alert>
  );
  const waits = change && (
    <Alert tone="info" title={t('pending.title', { school: change.to.name })}>
      {t('pending.text', { time: formatDateTime(change.executesAt), by: change.registeredBy })}
    </Alert>
  );
  if (!user.can.includes('update')) {
    return (
      <div className="user-facts">
        {closed}
        {lock}
        {waits}
        <ReadOnlyFields user={user} />
        <UserFacts user={user} />
        <WhyNot of="user" cannot={user.cannot} />
      </div>
    );
  }
  return (
    <UserForm key={user.userName} user={user}>
      {closed}
      {lock}
      {waits}
    </UserForm>
  );
}

import './access.css';
import { useTranslation } from 'react-i18next';

import { RolesOnDay } from '#areas/history/web/shared.tsx';
import { PersonLink } from '#areas/users/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { formatDate, formatDateTime } from '#web/format.ts';
import { Failed } from '#web/list/ListStates.tsx';
import { useMay } from '#web/list/useMay.ts';
import { Page } from '#web/shell/Page.tsx';
import { useHasSchool } from '#web/shell/useHasSchool.ts';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import { EmptyState } from '#web/ui/States.tsx';

import { access, type SchoolAdmin } from '../contract.ts';
import { Roles } from './Roles.tsx';
import { AccessTabs } from './shared.tsx';

/** Whom to ask at the school one stands at, and who it was on another day (specification §2, "School admins"). */
export function AdminsPage() {
  const { t } = useTranslation('access');
  const isAtSchool = useHasSchool();
  const mayLookBack = useMay('log.read');
  const read = useRead(access.admins, {}, { handleErrors: false });
  return (
    <Page
      title={t('admins.title')}
      count={read.data && String(read.data.Items.length)}
      lead={isAtSchool ? t('admins.lead') : t('admins.leadOwner')}
    >
      <AccessTabs />
      <div className="access-sections">
        {read.data ? (
          read.data.Items.length > 0 ? (
            <Admins admins={read.data.Items} />
          ) : (
            <EmptyState title={t('admins.empty')}>{t('admins.emptyHelp')}</EmptyState>
          )
        ) : read.error ? (
          <Failed error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonLines lines={5} />
        )}
        {mayLookBack && (
          <section className="access-then">
            <h2 className="section-title">{t('admins.then')}</h2>
            <RolesOnDay />
          </section>
        )}
      </div>
    </Page>
  );
}

function Admins({ admins }: { admins: readonly SchoolAdmin[] }) {
  const { t } = useTranslation('access');
  return (
    <ul className="access-people">
      {admins.map((admin) => (
        <li key={admin.userName} className="card access-person">
          <strong>
            <PersonLink userName={admin.userName}>{admin.displayName}</PersonLink>
          </strong>
          <Roles roles={admin.roles} />
          <p className="meta">
            {[
              admin.orderedBy === null
                ? undefined
                : t('admins.orderedBy', { name: admin.orderedByName ?? admin.orderedBy }),
              admin.validTo === null ? undefined : t('admins.validTo', { day: formatDate(admin.validTo) }),
              admin.lastLogin === null
                ? t('admins.never')
                : t('admins.lastLogin', { time: formatDateTime(admin.lastLogin) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  );
}

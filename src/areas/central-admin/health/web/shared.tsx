/** The pages of the central administration, for each of them to lead to the others. */
import { useTranslation } from 'react-i18next';

import { type PageTab, PageTabs } from '#web/shell/PageTabs.tsx';

const pages: readonly PageTab[] = [
  { to: '/central-admin', title: 'tab.health', permission: 'portal-health.read' },
  { to: '/central-admin/accounts', title: 'tab.portalAccounts', permission: 'portal-accounts.manage' },
  { to: '/superadmin/superadmins', title: 'tab.superadmins', permission: 'superadmins.manage' },
  { to: '/central-admin/connections', title: 'title.connections', permission: 'connections.manage' },
  { to: '/central-admin/first-day', title: 'title.firstDay', permission: 'connections.manage' },
];

export function CentralTabs() {
  const { t } = useTranslation('shell');
  return <PageTabs label={t('title.admin')} pages={pages} />;
}

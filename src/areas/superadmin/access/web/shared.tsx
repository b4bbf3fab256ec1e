/** What other areas may use of access on the screen: the switch between its pages. */
import './access.css';
import { useTranslation } from 'react-i18next';

import { type PageTab, PageTabs } from '#web/shell/PageTabs.tsx';

import type nb from './text.nb.json';

export { Roles } from './Roles.tsx';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    access: typeof nb;
  }
}

const pages: readonly PageTab[] = [
  { to: '/superadmin/access', title: 'tab.accessManagement', permission: 'access.order' },
  { to: '/superadmin/access/admins', title: 'tab.schoolAdmins', permission: 'access.read' },
  { to: '/superadmin/superadmins', title: 'tab.superadmins', permission: 'superadmins.manage' },
  { to: '/superadmin/access/who-can', title: 'tab.whoCan', permission: 'access.order' },
];

/** From who has which role where to the other pages about access. */
export function AccessTabs() {
  const { t } = useTranslation('shell');
  return (
    <div className="access-tabs">
      <PageTabs label={t('tab.accessManagement')} pages={pages} />
    </div>
  );
}

/** What other areas may use of access on the screen: the switch between its lists. */
import { useTranslation } from 'react-i18next';

import { type PageTab, PageTabs } from '#web/shell/PageTabs.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'school-access': typeof nb;
  }
}

const pages: readonly PageTab[] = [
  { to: '/tools/temporary-access', title: 'tab.temporaryAccess', permission: 'school-access.read' },
  { to: '/tools/blocked-access', title: 'tab.blockedAccess', permission: 'school-access.read' },
  { to: '/tools/deactivations', title: 'tab.deactivation', permission: 'users.deactivate' },
];

/** From one list of who may what, and when, to the others. */
export function AccessTabs() {
  const { t } = useTranslation('shell');
  return <PageTabs label={t('title.access')} pages={pages} />;
}

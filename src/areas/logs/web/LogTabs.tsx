import { useTranslation } from 'react-i18next';

import { type PageTab, PageTabs } from '#web/shell/PageTabs.tsx';

const logs: readonly PageTab[] = [
  { to: '/logs', title: 'tab.changeLog', permission: 'log.read' },
  { to: '/logs/operations', title: 'tab.log', permission: 'operations.read' },
  { to: '/logs/admin', title: 'tab.superadminLog', permission: 'admin-log.read' },
  { to: '/logs/numbers', title: 'tab.ssnLog', permission: 'national-number.log' },
];

/** From one log to the others. */
export function LogTabs() {
  const { t } = useTranslation('logs');
  return <PageTabs label={t('tabs')} pages={logs} />;
}

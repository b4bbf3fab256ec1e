import './logs.css';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { type TitleKey, permitted } from '#web/nav.ts';
import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';

const logs = [
  { to: '/logs', title: 'tab.changeLog', permission: 'log.read' },
  { to: '/logs/operations', title: 'tab.log', permission: 'operations.read' },
  { to: '/logs/admin', title: 'tab.superadminLog', permission: 'admin-log.read' },
] as const satisfies readonly { to: string; title: TitleKey; permission: string }[];

/** From one log to the others that this reader may see. */
export function LogTabs() {
  const { t } = useTranslation(['shell', 'logs']);
  const { session } = useShellContext();
  const permissions = useSessionState(session)?.me?.permissions ?? [];
  return (
    <nav className="ui-segments log-tabs" aria-label={t('logs:tabs')}>
      {permitted(logs, permissions).map(({ to, title }) => (
        <Link key={to} to={to} className="ui-segment" activeOptions={{ exact: true, includeSearch: false }}>
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}

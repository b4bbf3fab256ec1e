import './points.css';
import { useTranslation } from 'react-i18next';

import type { Output } from '#kernel/contract.ts';
import { OnceDialog } from '#web/ui/OnceDialog.tsx';
import { Scroller } from '#web/ui/Scroller.tsx';

import type { points } from '../contract.ts';

export type Shown = Output<typeof points.renew>;

/** The only time the secret is seen, with the command that starts our own point for Squid. */
export function SecretDialog({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { t } = useTranslation('points');
  const command = [
    `WEB_FILTER_PORTAL=${shown.portal} \\`,
    `WEB_FILTER_POINT=${shown.id} \\`,
    `WEB_FILTER_SECRET=${shown.secret} \\`,
    'npm run web-filter',
  ].join('\n');
  return (
    <OnceDialog
      title={t('secret.title', { name: shown.name })}
      warning={t('secret.once')}
      copies={command}
      copyLabel={t('secret.copy')}
      closeLabel={t('secret.close')}
      width="wide"
      onClose={onClose}
    >
      <p>{t('secret.start')}</p>
      <Scroller className="point-command" label={t('secret.command')}>
        <pre>{command}</pre>
      </Scroller>
      <p className="meta">{t('secret.other')}</p>
    </OnceDialog>
  );
}

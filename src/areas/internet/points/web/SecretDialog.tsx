import './points.css';
import { FilesIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import type { Output } from '#kernel/contract.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';

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
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    notify({ tone: 'success', text: t('secret.copied') });
  };
  return (
    <Dialog
      role="alertdialog"
      title={t('secret.title', { name: shown.name })}
      width="wide"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button icon={<FilesIcon aria-hidden />} onPress={() => void copy()}>
            {t('secret.copy')}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t('secret.close')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Alert tone="info">{t('secret.once')}</Alert>
        <p>{t('secret.start')}</p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keyboard */}
        <pre className="point-command" tabIndex={0} role="region" aria-label={t('secret.command')}>
          {command}
        </pre>
        <p className="meta">{t('secret.other')}</p>
      </div>
    </Dialog>
  );
}

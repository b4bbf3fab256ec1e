import './settings.css';
import { LaptopIcon, MobileSmallIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import type { OwnSession } from '#areas/login/contract.ts';
import { formatDateTime } from '#web/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';

import { deviceOf } from './device.ts';

interface SessionRowProps {
  session: OwnSession;
  isPending: boolean;
  onEnd: () => void;
}

/** One place somebody is signed in. The texts of `settings` must have been read. */
export function SessionRow({ session, isPending, onEnd }: SessionRowProps) {
  const { t } = useTranslation('settings');
  const { userAgent, isCurrent, lastUsedAt, createdAt, ip, authLevel } = session;
  const device = deviceOf(userAgent);
  const name = device
    ? t('session.device', { browser: device.browser, system: device.system })
    : t('session.unknown');
  return (
    <li className="settings-session">
      {device?.isHandheld ? <MobileSmallIcon aria-hidden /> : <LaptopIcon aria-hidden />}
      <div>
        <p className="settings-device">
          <strong>{name}</strong>
          {isCurrent && <Badge tone="accent">{t('session.this')}</Badge>}
        </p>
        <p className="meta">
          {t('session.used', { time: formatDateTime(lastUsedAt) })}
          {ip !== null && ` ${t('session.from', { ip })}`}
        </p>
        <p className="meta">
          {t('session.since', { time: formatDateTime(createdAt) })} {t(`session.level.${authLevel}`)}
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="small"
          isDisabled={isPending}
          aria-label={t('session.endThat', { device: name })}
          onPress={onEnd}
        >
          {t('session.end')}
        </Button>
      )}
    </li>
  );
}

import { LaptopIcon, MobileSmallIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { login, type OwnSession } from '#areas/login/contract.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { formatDateTime } from '#web/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { deviceOf } from './device.ts';

/** Where the user is signed in, this browser first; any of the others can be ended. */
export function Sessions() {
  const { t } = useTranslation('settings');
  const read = useRead(login.sessions, {}, { handleErrors: false });
  const { mutate, isPending } = useWrite(login.endSession, { handleErrors: false });
  const [asks, setAsks] = useState(false);
  const end = (id: string | undefined) => {
    setAsks(false);
    mutate(id === undefined ? {} : { id }, {
      onSuccess: ({ ended }) => notify({ tone: 'success', text: t('session.ended', { count: ended }) }),
      onError: () => notify({ tone: 'danger', text: t('session.endFailed') }),
    });
  };
  const sessions = (read.data ?? []).toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <section className="card settings-part">
      <div className="settings-head">
        <div>
          <h2 className="section-title">{t('sessions')}</h2>
          <p className="meta">{t('sessionsText')}</p>
        </div>
        {sessions.length > 1 && (
          <Button size="small" isDisabled={isPending} onPress={() => setAsks(true)}>
            {t('session.endOthers')}
          </Button>
        )}
      </div>
      {read.data ? (
        <ul className="settings-sessions">
          {sessions.map((session) => (
            <Session key={session.id} session={session} isPending={isPending} onEnd={() => end(session.id)} />
          ))}
        </ul>
      ) : (
        <ReadState read={read} failed={t('session.failed')} lines={3} />
      )}
      <ConfirmDialog
        title={t('session.askTitle')}
        confirmLabel={t('session.endOthers')}
        isOpen={asks}
        onConfirm={() => end(undefined)}
        onCancel={() => setAsks(false)}
      >
        {t('session.askText')}
      </ConfirmDialog>
    </section>
  );
}

interface SessionProps {
  session: OwnSession;
  isPending: boolean;
  onEnd: () => void;
}

function Session({ session, isPending, onEnd }: SessionProps) {
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

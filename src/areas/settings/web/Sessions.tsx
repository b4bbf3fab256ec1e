import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { login } from '#areas/login/contract.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { SessionRow } from './SessionRow.tsx';

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
            <SessionRow
              key={session.id}
              session={session}
              isPending={isPending}
              onEnd={() => end(session.id)}
            />
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

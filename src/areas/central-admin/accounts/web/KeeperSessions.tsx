import { useTranslation } from 'react-i18next';

import { SessionRow } from '#areas/settings/web/shared.tsx';
import type { Why } from '#kernel/why.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { notify } from '#web/ui/notices.ts';
import { WhyButton } from '#web/why/WhyButton.tsx';

import { portalAccounts } from '../contract.ts';

/** Where the account is signed in; each session can be ended, or all of them. */
export function KeeperSessions({ userName, why }: { userName: string; why: Why | undefined }) {
  const { t } = useTranslation(['accounts', 'settings']);
  const read = useRead(portalAccounts.sessions, { userName }, { handleErrors: false });
  const { mutate, isPending } = useWrite(portalAccounts.endSessions, { touches: ['centraladmin'] });
  const end = (id?: string) =>
    mutate(id === undefined ? { userName } : { userName, id }, {
      onSuccess: ({ ended }) =>
        notify({ tone: 'success', text: t('settings:session.ended', { count: ended }) }),
    });
  const sessions = read.data?.Items;
  return (
    <section>
      <h3 className="section-title">{t('accounts:sessions')}</h3>
      {!sessions && <ReadState read={read} failed={t('settings:session.failed')} lines={2} />}
      {sessions?.length === 0 && <p className="meta">{t('accounts:sessions.none')}</p>}
      {sessions && sessions.length > 0 && (
        <>
          <ul className="settings-sessions">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isPending={isPending || why !== undefined}
                onEnd={() => end(session.id)}
              />
            ))}
          </ul>
          <WhyButton why={why} onPress={() => end()}>
            {t('accounts:sessions.endAll')}
          </WhyButton>
        </>
      )}
    </section>
  );
}

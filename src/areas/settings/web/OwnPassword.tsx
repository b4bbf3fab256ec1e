import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { OwnPasswordForm } from '#areas/login/web/shared.tsx';
import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** For those who sign in with a password of the portal's own; everybody else changes theirs where it is kept. */
export function OwnPassword() {
  const { t } = useTranslation('settings');
  const { session } = useShellContext();
  const me = useSessionState(session)?.me;
  const [isOpen, setOpen] = useState(false);
  if (me?.hasPassword !== true) return null;
  const close = () => setOpen(false);
  return (
    <section className="card settings-part">
      <div className="settings-head">
        <div>
          <h2 className="section-title">{t('password')}</h2>
          <p className="meta">{t('passwordText')}</p>
        </div>
        <Button size="small" onPress={() => setOpen(true)}>
          {t('password.change')}
        </Button>
      </div>
      {isOpen && (
        <Dialog title={t('password.change')} isOpen onClose={close}>
          <OwnPasswordForm userName={me.userName} onSaved={close} onCancel={close} />
        </Dialog>
      )}
    </section>
  );
}

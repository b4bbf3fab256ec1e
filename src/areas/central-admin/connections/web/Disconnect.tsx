import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { type ConnectionGroup, connections } from '../contract.ts';

/** Forgets the settings of a connection. What was made by it stays. */
export function Disconnect({ group }: { group: ConnectionGroup }) {
  const { t } = useTranslation('connections');
  const [asks, setAsks] = useState(false);
  const { mutate, isPending } = useWrite(connections.disconnect, { touches: ['sitesettings', 'setup'] });
  const remove = () => {
    setAsks(false);
    mutate({ group }, { onSuccess: () => notify({ tone: 'success', text: t('disconnected') }) });
  };
  return (
    <div>
      <Button size="small" variant="quiet" isPending={isPending} onPress={() => setAsks(true)}>
        {t('disconnect')}
      </Button>
      <ConfirmDialog
        title={t('disconnectTitle')}
        confirmLabel={t('disconnect')}
        isOpen={asks}
        onConfirm={remove}
        onCancel={() => setAsks(false)}
      >
        {t('disconnectText')}
      </ConfirmDialog>
    </div>
  );
}

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { dismissNotice, notify } from '../ui/notices.ts';
import { useWaitingUpdate } from './serviceWorker.ts';

/** Offers a new version once it is ready; nothing is reloaded under somebody's hands. */
export function UpdatePrompt() {
  const { t } = useTranslation();
  const takeOver = useWaitingUpdate();

  useEffect(() => {
    if (!takeOver) return undefined;
    const id = notify({
      tone: 'info',
      text: t('update.text'),
      action: { label: t('update.act'), onPress: takeOver },
    });
    return () => dismissNotice(id);
  }, [takeOver, t]);

  return null;
}

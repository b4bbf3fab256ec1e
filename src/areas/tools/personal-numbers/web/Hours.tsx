import { useTranslation } from 'react-i18next';

import { settings } from '#areas/settings/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { Alert } from '#web/ui/Alert.tsx';

import { isClosed } from '../rules.ts';

/** The site says what time it is there; a page that stays open sees the evening come. */
const EVERY_MS = 60_000;

/** Until when a change can be registered or deleted, or that the evening's changes stand fast now. */
export function Hours() {
  const { t } = useTranslation('personal-numbers');
  const { data } = useRead(settings.site, {}, { handleErrors: false, everyMs: EVERY_MS });
  if (!data) return null;
  const { from, to } = data.importWindow;
  return isClosed(new Date(data.now), data.importWindow, false) ? (
    <Alert tone="warning" title={t('hours.closed')}>
      {t('hours.closedText', { from, to })}
    </Alert>
  ) : (
    <Alert tone="info">{t('hours.open', { from })}</Alert>
  );
}

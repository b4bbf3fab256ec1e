import './ConnectionBanner.css';
import { CloudSlashIcon } from '@navikt/aksel-icons';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says that the network is gone, and what that means for what is on the screen. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <div className="connection-banner">
          <CloudSlashIcon aria-hidden />
          <span>
            <strong>{t('offline.title')}.</strong> {t('offline.text')}
          </span>
        </div>
      )}
    </div>
  );
}

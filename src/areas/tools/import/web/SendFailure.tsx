import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { NoAnswer, Refused } from '#web/api/failure.ts';
import { Alert } from '#web/ui/Alert.tsx';

import { failureText } from './failure.ts';

/** Why a file was not taken: the server's reason with line and column, a broken line, or the reader's own stop. */
export function SendFailure({ error }: { error: unknown }) {
  const { t } = useTranslation(['import', 'errors']);
  if (error instanceof DOMException && error.name === 'AbortError') {
    return (
      <Alert tone="info" isLive>
        {t('import:upload.stopped')}
      </Alert>
    );
  }
  if (error instanceof NoAnswer) {
    return (
      <Alert tone="danger" title={t('import:upload.failed')} isLive>
        <p>{t('import:upload.lost')}</p>
      </Alert>
    );
  }
  const refused = error instanceof Refused ? error : undefined;
  const runId = refused?.details.params?.['runId'];
  return (
    <Alert tone="danger" title={t('import:upload.failed')} isLive>
      <p>
        {(refused && failureText(refused.details.params ?? {})) ??
          t(`errors:${refused?.code ?? 'server.failed'}`)}{' '}
        {t('import:upload.nothing')}
      </p>
      {runId !== undefined && (
        <Link to="/tools/import/$id" params={{ id: String(runId) }}>
          {t('import:upload.run')}
        </Link>
      )}
    </Alert>
  );
}

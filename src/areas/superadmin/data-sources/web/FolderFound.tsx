import { useTranslation } from 'react-i18next';

import { formatBytes, formatDateTime } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';

import type { DataSource, FolderState } from '../contract.ts';

/** What lies in a source's folder now, and whether it is what it should be. */
export function FolderFound({ found, expected }: { found: FolderState; expected: DataSource['source'] }) {
  const { t } = useTranslation('data-sources');
  const { state, files, looksLike, problem, hostKey } = found;
  const isWrong = looksLike !== null && looksLike !== expected;
  const tone =
    state === 'ready' ? (isWrong ? 'warning' : 'success') : state === 'growing' ? 'info' : 'warning';
  return (
    <Alert tone={tone} title={t(`folder.${state}`)} isLive>
      {problem !== null && <p>{t(`problem.${problem}`)}</p>}
      {hostKey !== null && (
        <p>
          <code>{hostKey}</code>
        </p>
      )}
      {isWrong && (
        <p>{t('folder.other', { found: t(`kind.${looksLike}`), expected: t(`kind.${expected}`) })}</p>
      )}
      {files.length > 0 && (
        <ul className="source-files">
          {files.map(({ name, size, changed }) => (
            <li key={name}>
              <strong>{name}</strong>{' '}
              <span className="meta">
                {formatBytes(size)}, {formatDateTime(changed)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

import '#web/ui/Progress.css';
import './import.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { formatBytes } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';

import type { Sending } from './useSendFile.ts';

/** A file on its way; when all of it has left, the server still has the last of it to read. */
export function SendProgress({ sending: { fileName, sent, total }, onStop }: SendProgressProps) {
  const { t } = useTranslation('import');
  const id = useId();
  const isSent = sent >= total && total > 0;
  return (
    <section className="card import-sending">
      <div className="ui-progress-head">
        <label htmlFor={id}>{t('upload.sending', { file: fileName })}</label>
        <span className="tabular">
          {isSent
            ? t('upload.reading')
            : t('upload.bytes', { sent: formatBytes(sent), total: formatBytes(total) })}
        </span>
      </div>
      <progress
        id={id}
        className="ui-progress-track"
        {...(isSent ? {} : { value: sent, max: Math.max(total, 1) })}
      />
      <div className="import-acts">
        <Button onPress={onStop}>{t('upload.stop')}</Button>
      </div>
    </section>
  );
}

interface SendProgressProps {
  sending: Sending;
  onStop: () => void;
}

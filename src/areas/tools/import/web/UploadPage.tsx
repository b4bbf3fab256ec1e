import './import.css';
import { FileTextIcon } from '@navikt/aksel-icons';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { settings } from '#areas/settings/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatBytes } from '#web/format.ts';
import { Page } from '#web/shell/Page.tsx';
import { useLeavePrompt } from '#web/shell/useLeavePrompt.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DateField } from '#web/ui/DateField.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { ErrorState } from '#web/ui/States.tsx';

import { holdFile } from './held.ts';
import { SendFailure } from './SendFailure.tsx';
import { SendProgress } from './SendProgress.tsx';
import { useMayImport } from './useMayImport.ts';
import { useSendFile } from './useSendFile.ts';

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** Choose a file, rehearse it, then import it. */
export function UploadPage() {
  const { t } = useTranslation(['import', 'shell']);
  const mayImport = useMayImport();
  const navigate = useNavigate();
  const { data: site } = useRead(settings.site, {}, { handleErrors: false });
  const { sending, error, send, stop, forget } = useSendFile();
  const [file, setFile] = useState<File>();
  const [asks, setAsks] = useState(false);
  const [asOf, setAsOf] = useState('');
  const leavePrompt = useLeavePrompt(sending !== undefined);

  const choose = (chosen: File) => {
    forget();
    setFile(chosen);
  };
  const start = async (dryRun: boolean) => {
    setAsks(false);
    if (!file) return;
    const runId = await send(file, { dryRun, ...(dryRun && isDay(asOf) && { asOf }) });
    if (runId === undefined) return;
    if (dryRun) holdFile(runId, file);
    await navigate({ to: '/tools/import/$id', params: { id: String(runId) }, ignoreBlocker: true });
  };

  if (!mayImport) {
    return (
      <Page title={t('upload.title')}>
        <ErrorState title={t('shell:title.noAccess')}>{t('shell:denied.text')}</ErrorState>
      </Page>
    );
  }
  return (
    <Page title={t('upload.title')} lead={t('upload.lead')} layout="reading">
      {sending ? (
        <SendProgress sending={sending} onStop={stop} />
      ) : (
        <>
          {error !== undefined && <SendFailure error={error} />}
          {file ? (
            <section className="card import-file" aria-label={t('upload.chosen')}>
              <FileTextIcon aria-hidden />
              <p>
                <strong>{file.name}</strong>
                <span className="meta">{formatBytes(file.size)}</span>
              </p>
              <div className="import-as-of">
                <DateField
                  label={t('upload.asOf')}
                  hint={t('upload.asOfHint')}
                  optional
                  value={asOf}
                  onChange={setAsOf}
                />
              </div>
              <div className="import-acts">
                <Button variant="quiet" onPress={() => setFile(undefined)}>
                  {t('upload.other')}
                </Button>
                <Button onPress={() => setAsks(true)}>{t('upload.direct')}</Button>
                <Button variant="primary" onPress={() => void start(true)}>
                  {t('upload.rehearse')}
                </Button>
              </div>
            </section>
          ) : (
            <FileDrop
              label={t('upload.choose')}
              hint={t('upload.hint')}
              accept=".xml,text/xml,application/xml"
              onChoose={choose}
            />
          )}
        </>
      )}
      <section className="import-steps">
        <h2 className="section-title">{t('upload.steps')}</h2>
        <ol>
          <li>{t('upload.step1')}</li>
          <li>{t('upload.step2')}</li>
          <li>{t('upload.step3')}</li>
        </ol>
        {site && <p className="meta">{t('upload.window', site.importWindow)}</p>}
      </section>
      <ConfirmDialog
        title={t('upload.directTitle', { file: file?.name ?? '' })}
        confirmLabel={t('upload.import')}
        isOpen={asks}
        onConfirm={() => void start(false)}
        onCancel={() => setAsks(false)}
      >
        {t('upload.directText')}
      </ConfirmDialog>
      {leavePrompt}
    </Page>
  );
}

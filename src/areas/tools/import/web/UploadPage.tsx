import './import.css';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { settings } from '#areas/settings/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';
import { useLeavePrompt } from '#web/shell/useLeavePrompt.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';

import { type Chosen, ChosenFile } from './ChosenFile.tsx';
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
  const [chosen, setChosen] = useState<Chosen>();
  const [asks, setAsks] = useState<Chosen>();
  const leavePrompt = useLeavePrompt(sending !== undefined);

  const choose = (file: File) => {
    forget();
    setChosen({ file });
  };
  const start = async (wanted: Chosen, dryRun: boolean) => {
    setAsks(undefined);
    setChosen(wanted);
    const { file, mapping, asOf = '' } = wanted;
    const columns = mapping && { mapping };
    const runId = await send(file, { dryRun, ...columns, ...(dryRun && isDay(asOf) && { asOf }) });
    if (runId === undefined) return;
    if (dryRun) holdFile(runId, { file, ...columns });
    await navigate({ to: '/tools/import/$id', params: { id: String(runId) }, ignoreBlocker: true });
  };

  if (!mayImport) return <DeniedPage title={t('upload.title')} />;
  return (
    <Page title={t('upload.title')} lead={t('upload.lead')} layout="reading">
      {sending ? (
        <SendProgress sending={sending} onStop={stop} />
      ) : (
        <>
          {error !== undefined && <SendFailure error={error} />}
          {chosen ? (
            <ChosenFile
              chosen={chosen}
              onChange={setChosen}
              onOther={() => setChosen(undefined)}
              onRehearse={(wanted) => void start(wanted, true)}
              onImport={setAsks}
            />
          ) : (
            <FileDrop
              label={t('upload.choose')}
              hint={t('upload.hint')}
              accept=".xml,.zip,.csv,.tsv,.txt"
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
        title={t('upload.directTitle', { file: asks?.file.name ?? '' })}
        confirmLabel={t('upload.import')}
        isOpen={asks !== undefined}
        onConfirm={() => void (asks && start(asks, false))}
        onCancel={() => setAsks(undefined)}
      >
        {t('upload.directText')}
      </ConfirmDialog>
      {leavePrompt}
    </Page>
  );
}

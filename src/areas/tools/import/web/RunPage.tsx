import './import.css';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { operationAddress, UndoOperation } from '#areas/logs/web/shared.tsx';
import { Refusal } from '#kernel/errors.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatDateTime } from '#web/format.ts';
import { referenceOf } from '#web/list/ListStates.tsx';
import { useMay } from '#web/list/useMay.ts';
import { Page } from '#web/shell/Page.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import { ErrorState } from '#web/ui/States.tsx';

import { type ImportRun, imports } from '../contract.ts';
import { heldFile, holdFile } from './held.ts';
import { Rehearsal, RunStatus } from './looks.tsx';
import { RejectsMenu } from './RejectsMenu.tsx';
import { RunBody } from './RunBody.tsx';
import { SendFailure } from './SendFailure.tsx';
import { SendProgress } from './SendProgress.tsx';
import { UndoPart } from './UndoPart.tsx';
import { useSendFile } from './useSendFile.ts';

/** While it runs its row moves twice a second at most. */
const EVERY_MS = 1_000;

export function RunPage() {
  const { id = '' } = useParams({ strict: false });
  return <Run key={id} id={Number(id)} />;
}

function Run({ id }: { id: number }) {
  const { t } = useTranslation('import');
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const first = useRead(imports.get, { id }, { handleErrors: false });
  const isRunning = first.data?.status === 'running';
  const {
    data: run,
    error,
    refetch,
  } = useRead(imports.get, { id }, { handleErrors: false, ...(isRunning && { everyMs: EVERY_MS }) });
  const sender = useSendFile();
  const held = heldFile(id);

  if (!run) {
    if (!error) {
      return (
        <Page title={t('one')}>
          <SkeletonLines lines={8} />
        </Page>
      );
    }
    const isGone = error instanceof Refusal && error.code === 'import.not-found';
    return (
      <Page title={t('one')}>
        <ErrorState
          title={isGone ? t('run.gone') : t('run.failed')}
          reference={referenceOf(error)}
          {...(!isGone && { onRetry: () => void refetch() })}
          action={<LinkButton to="/tools/import">{t('run.overview')}</LinkButton>}
        />
      </Page>
    );
  }

  const importIt = async (acceptLeavers: boolean) => {
    if (!held) return;
    const { file, ...columns } = held;
    const runId = await sender.send(file, { dryRun: false, acceptLeavers, ...columns });
    if (runId === undefined) return;
    holdFile(runId, held);
    await navigate({ to: '/tools/import/$id', params: { id: String(runId) } });
  };
  return (
    <Page title={run.fileName} lead={<Lead run={run} />} acts={<Acts run={run} />}>
      {sender.error !== undefined && <SendFailure error={sender.error} />}
      {sender.sending && <SendProgress sending={sender.sending} onStop={sender.stop} />}
      <RunBody
        run={run}
        tab={tab}
        file={held?.file}
        isSending={sender.sending !== undefined}
        onImport={(acceptLeavers) => void importIt(acceptLeavers)}
      />
    </Page>
  );
}

function Lead({ run: { status, undone, dryRun, started, feed } }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  return (
    <span className="cluster">
      <RunStatus status={status} undone={undone} />
      {dryRun && <Rehearsal />}
      <span>{formatDateTime(started)}</span>
      {feed !== null && <span>{feed}</span>}
      <Link to="/tools/import">{t('run.overview')}</Link>
    </span>
  );
}

function Acts({ run }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const mayDecide = useMay('import.decide');
  return (
    <>
      {run.rejected + run.flagged > 0 && <RejectsMenu runId={run.id} />}
      {run.operationId !== null && run.status === 'completed' && (
        <>
          <UndoOperation id={run.operationId} isOffered={run.undone !== 'whole'} />
          {mayDecide && run.undone !== 'whole' && <UndoPart operationId={run.operationId} />}
        </>
      )}
      {run.operationId !== null && (
        <LinkButton to={operationAddress(run.operationId)}>{t('run.log')}</LinkButton>
      )}
    </>
  );
}

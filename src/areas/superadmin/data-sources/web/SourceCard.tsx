import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call, useWrite } from '#web/api/hooks.ts';
import { useAttempt } from '#web/form/useAttempt.tsx';
import { formatDateTime, formatNumber } from '#web/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { notify } from '#web/ui/notices.ts';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

import { type DataSource, dataSources, type FolderState, type sourceOutcomes } from '../contract.ts';
import { FolderFound } from './FolderFound.tsx';
import { testAccess } from './test-access.ts';

const tones: Record<(typeof sourceOutcomes)[number], StatusTone> = {
  completed: 'success',
  failed: 'danger',
  'no-file': 'info',
  'no-folder': 'warning',
  unreachable: 'danger',
};

interface SourceCardProps {
  source: DataSource;
  onEdit: () => void;
}

/** One source: where, when, how it went, and what one can do with it now. */
export function SourceCard({ source, onEdit }: SourceCardProps) {
  const { t } = useTranslation('data-sources');
  const navigate = useNavigate();
  const run = useWrite(dataSources.run, { handleErrors: false, touches: ['import'] });
  const remove = useWrite(dataSources.remove, { handleErrors: false });
  const [found, setFound] = useState<FolderState>();
  const [isTesting, setTesting] = useState(false);
  const [asks, setAsks] = useState<'import' | 'remove'>();
  const { attempt, refused } = useAttempt();
  const go = (work: () => Promise<unknown>) => {
    setAsks(undefined);
    void attempt(work);
  };

  const test = () =>
    go(async () => {
      setTesting(true);
      try {
        const { id, method, folder, address, userName, tokenAddress, hostKey } = source;
        const input = { id, method, folder, address, userName, tokenAddress, hostKey };
        setFound(await testAccess(() => call(dataSources.test, input, { handleErrors: false })));
      } finally {
        setTesting(false);
      }
    });
  const start = (dryRun: boolean) =>
    go(async () => {
      const { runId } = await run.mutateAsync({ id: source.id, dryRun });
      await navigate({ to: '/tools/import/$id', params: { id: String(runId) } });
    });
  const takeAway = () =>
    go(async () => {
      await remove.mutateAsync({ id: source.id });
      notify({ tone: 'success', text: t('removed', { name: source.name }) });
    });

  return (
    <article className="card source" aria-label={source.name}>
      <header>
        <span className="source-place" aria-label={t('place', { place: source.place })}>
          {source.place}
        </span>
        <h2 className="section-title">{source.name}</h2>
        <Badge tone="neutral">{t(`kind.${source.source}`)}</Badge>
        <Status tone={source.enabled ? 'success' : 'neutral'}>{t(source.enabled ? 'on' : 'off')}</Status>
      </header>
      <DescriptionList
        items={[
          { term: t('column.school'), value: source.school?.name ?? t('owner') },
          { term: t('column.runAt'), value: t('every', { time: source.runAt }) },
          {
            term: t(source.method === 'folder' ? 'column.folder' : 'column.address'),
            value: <code>{source.folder ?? source.address}</code>,
          },
          { term: t('column.lastRun'), value: source.lastRun && <LastRun lastRun={source.lastRun} /> },
          { term: t('column.pupils'), value: formatNumber(source.pupils) },
          { term: t('column.employees'), value: formatNumber(source.employees) },
          { term: t('column.rejected'), value: formatNumber(source.rejected) },
        ]}
      />
      {refused}
      {found && <FolderFound found={found} expected={source.source} />}
      <div className="source-acts">
        <Button isPending={isTesting} onPress={() => test()}>
          {t('test')}
        </Button>
        <Button isPending={run.isPending} onPress={() => start(true)}>
          {t('rehearse')}
        </Button>
        <Button onPress={() => setAsks('import')}>{t('import')}</Button>
        <span className="source-gap" />
        <Button variant="quiet" onPress={() => setAsks('remove')}>
          {t('remove')}
        </Button>
        <Button onPress={onEdit}>{t('edit')}</Button>
      </div>
      <ConfirmDialog
        title={t('importTitle', { name: source.name })}
        confirmLabel={t('import')}
        isOpen={asks === 'import'}
        onConfirm={() => start(false)}
        onCancel={() => setAsks(undefined)}
      >
        {t('importText')}
      </ConfirmDialog>
      <ConfirmDialog
        title={t('removeTitle', { name: source.name })}
        confirmLabel={t('remove')}
        tone="danger"
        isOpen={asks === 'remove'}
        onConfirm={() => takeAway()}
        onCancel={() => setAsks(undefined)}
      >
        {t('removeText')}
      </ConfirmDialog>
    </article>
  );
}

function LastRun({
  lastRun: { outcome, at, runId, problem },
}: {
  lastRun: NonNullable<DataSource['lastRun']>;
}) {
  const { t } = useTranslation('data-sources');
  return (
    <span className="cluster">
      <Status tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Status>
      {runId === null || outcome === 'no-file' || outcome === 'no-folder' || outcome === 'unreachable' ? (
        formatDateTime(at)
      ) : (
        <Link to="/tools/import/$id" params={{ id: String(runId) }}>
          {formatDateTime(at)}
        </Link>
      )}
      {problem !== null && <span>{t(`problem.${problem}`)}</span>}
    </span>
  );
}

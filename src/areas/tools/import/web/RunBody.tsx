import './import.css';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { formatDate, formatDateTime, formatNumber } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Progress } from '#web/ui/Progress.tsx';

import type { ImportRun } from '../contract.ts';
import { Counts } from './Counts.tsx';
import { DryRunAct } from './DryRunAct.tsx';
import { failureText } from './failure.ts';
import { Held } from './Held.tsx';
import { Duration } from './looks.tsx';
import { RunLists } from './RunLists.tsx';
import { Tiles } from './Tiles.tsx';

interface RunBodyProps {
  run: ImportRun;
  tab: string | undefined;
  file: File | undefined;
  isSending: boolean;
  onImport: (acceptLeavers: boolean) => void;
}

/** A run as far as it has come: what it does, why it stopped, or what it did. */
export function RunBody({ run, tab, file, isSending, onImport }: RunBodyProps) {
  const { t } = useTranslation('import');
  const mayDecide = useMay('import.decide');
  if (run.status === 'running') return <Running run={run} />;
  if (run.status === 'interrupted') {
    return (
      <Alert tone="warning" title={t('run.interrupted')}>
        <p>{t('run.interruptedText')}</p>
      </Alert>
    );
  }
  if (run.failure) {
    return (
      <Alert tone="danger" title={t('upload.failed')}>
        <p>
          {failureText(run.failure) ?? run.failure.code} {t('upload.nothing')}
        </p>
      </Alert>
    );
  }
  const conflicts = Object.values(run.counts).reduce((sum, counts) => sum + (counts?.conflict ?? 0), 0);
  return (
    <>
      {run.dryRun && <DryRunAct run={run} file={file} isSending={isSending} onImport={onImport} />}
      <Tiles run={run} />
      {run.heldCount > 0 && <Held run={run} />}
      {conflicts > 0 && (
        <Alert tone="warning" title={t('run.conflictTitle', { count: conflicts })}>
          <p>{t('run.conflictText')}</p>
          {mayDecide && !run.dryRun && <Link to="/tools/identities">{t('identities')}</Link>}
        </Alert>
      )}
      <div className="import-two">
        <Counts run={run} />
        <Facts run={run} />
      </div>
      <RunLists run={run} tab={tab} />
    </>
  );
}

function Running({ run: { phase, bytesRead, bytesTotal, people } }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const isReading = phase === 'reading' && bytesTotal !== null && bytesTotal > 0;
  return (
    <section className="card import-sending" aria-live="polite">
      {isReading ? (
        <Progress label={t('phase.reading')} done={Math.floor((bytesRead / bytesTotal) * 100)} total={100} />
      ) : (
        <Progress label={t(`phase.${phase}`)} done={people ?? 0} total={undefined} />
      )}
      {people !== null && (
        <p className="meta">{t('phase.people', { count: people, people: formatNumber(people) })}</p>
      )}
    </section>
  );
}

function Facts({ run }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  return (
    <section className="card import-part">
      <h2 className="section-title">{t('run.facts')}</h2>
      <DescriptionList
        items={[
          { term: t('column.startedVia'), value: t(`choice.startedVia.${run.startedVia}`) },
          { term: t('column.startedBy'), value: run.startedBy },
          {
            term: t('column.durationMs'),
            value: run.durationMs !== null && <Duration ms={run.durationMs} />,
          },
          ...(run.asOf === null ? [] : [{ term: t('run.asOf'), value: formatDate(run.asOf) }]),
          { term: t('run.extracted'), value: momentIn(run.extractedAt) },
          ...(run.groups === null ? [] : [{ term: t('run.groups'), value: formatNumber(run.groups) }]),
          ...(run.memberships === null
            ? []
            : [{ term: t('run.memberships'), value: formatNumber(run.memberships) }]),
        ]}
      />
    </section>
  );
}

/** As the source wrote it; a moment without a zone is Oslo's. */
function momentIn(said: string | null): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]+)?(.*)$/.exec(said ?? '') ?? [];
  if (said === null || day === undefined) return said;
  return /[Z+-]/.test(said.slice(19))
    ? formatDateTime(said)
    : `${day.split('-').toReversed().join('.')} ${time}`;
}

import './health.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead, useWrite } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { formatBytes, formatDateTime, formatNumber } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';

import { health, type HealthPart, type HealthRow } from '../contract.ts';
import { CentralTabs } from './shared.tsx';
import { StateMark } from './StateMark.tsx';
import { jobKey } from './words.ts';
import { WorkTable } from './WorkTable.tsx';

const EVERY_MS = 60_000;
const WHILE_CHECKING_MS = 3_000;

/** How the portal is doing, what needs somebody first, and what to do about it. */
export function HealthPage() {
  const { t } = useTranslation('health');
  const mayRead = useMay('portal-health.read');
  const [isChecking, setChecking] = useState(false);
  const everyMs = isChecking ? WHILE_CHECKING_MS : EVERY_MS;
  const read = useRead(health.read, {}, { handleErrors: false, enabled: mayRead, everyMs });
  const isRunning = read.data?.Items.some((row) => row.isRunning) === true;
  if (isRunning !== isChecking) setChecking(isRunning);
  if (!mayRead) return <DeniedPage title={t('title')} />;
  const items = read.data?.Items ?? [];
  const count = items.filter(({ state }) => state === 'failed' || state === 'attention').length;
  return (
    <Page title={t('title')} lead={t('lead')} layout="reading">
      <CentralTabs />
      {read.data ? (
        <>
          <p className="health-sum" role="status">
            {count === 0 ? t('sum.none') : t('sum.some', { count })}{' '}
            <span className="meta">{t('measured', { time: formatDateTime(read.data.at) })}</span>
          </p>
          <ul className="health-parts">
            {items.map((row) => (
              <PartCard key={row.part} row={row} />
            ))}
          </ul>
          <WorkTable title={t('sources')} empty={t('sources.none')} rows={read.data.sources} />
          <WorkTable
            title={t('jobs')}
            rows={read.data.jobs.map((job) => {
              const key = jobKey(job.name);
              return { ...job, name: key ? t(key) : job.name };
            })}
          />
        </>
      ) : (
        <section className="card">
          <ReadState read={read} failed={t('failed')} />
        </section>
      )}
    </Page>
  );
}

function PartCard({ row }: { row: HealthRow }) {
  const { t } = useTranslation('health');
  const { part, state, workedAt, failedAt, failure, isRunning } = row;
  return (
    <li className="card health-part" data-state={state}>
      <header>
        <h2 className="section-title">{t(`part.${part}`)}</h2>
        <StateMark state={state} isRunning={isRunning} />
      </header>
      {(workedAt !== null || !tellsOfLast(part)) && <p>{t(`about.${part}`, figuresOf(row))}</p>}
      <p className="meta">
        {workedAt !== null && t('worked', { time: formatDateTime(workedAt) })}
        {workedAt === null && happens(part) && t(`never.${part}`)}
        {failure !== null && failedAt !== null && ` ${t('failedAt', { time: formatDateTime(failedAt) })}`}
      </p>
      {failure !== null && <p className="health-failure">{failure}</p>}
      {part !== 'portal' && (state === 'failed' || state === 'attention') && (
        <p className="health-do">{t(`do.${part}`)}</p>
      )}
      {part === 'journalCheck' && <CheckNow isRunning={isRunning} />}
    </li>
  );
}

function CheckNow({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation('health');
  const { mutate, isPending } = useWrite(health.checkJournal, { touches: ['centraladmin'] });
  return (
    <div>
      <Button
        size="small"
        isDisabled={isRunning || isPending}
        onPress={() => mutate({}, { onSuccess: () => notify({ tone: 'success', text: t('check.started') }) })}
      >
        {t('check.now')}
      </Button>
    </div>
  );
}

const timed = ['backup', 'restoreTest', 'journal', 'journalCheck', 'directory', 'federation'] as const;
/** Whether it works at a time, and may never have. */
const happens = (part: HealthPart): part is (typeof timed)[number] => timed.some((one) => one === part);

/** What is said of the part is how it went last. */
const tellsOfLast = (part: HealthPart): boolean =>
  part === 'backup' || part === 'restoreTest' || part === 'journalCheck';

const BYTES: ReadonlySet<string> = new Set(['size', 'free', 'total']);
/** As the sentence of the part says them; what was never measured is a dash. */
function figuresOf(row: HealthRow) {
  const say = (name: string): string => {
    const value = row.figures[name];
    if (value === undefined) return '–';
    if (typeof value === 'string') return value;
    return BYTES.has(name) ? formatBytes(value) : formatNumber(value);
  };
  return {
    rows: say('rows'),
    seconds: say('seconds'),
    operations: say('operations'),
    unsealed: say('unsealed'),
    jobs: say('jobs'),
    failing: say('failing'),
    sources: say('sources'),
    free: say('free'),
    total: say('total'),
    postgres: say('postgres'),
    size: say('size'),
    connections: say('connections'),
    mostConnections: say('mostConnections'),
    keepers: say('keepers'),
    withoutFactor: say('withoutFactor'),
    version: say('version'),
    node: say('node'),
  };
}

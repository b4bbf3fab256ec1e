import './directory.css';
import { ArrowsCirclepathIcon, DatabaseIcon } from '@navikt/aksel-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead, useWrite } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { formatDateTime } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { EmptyState } from '#web/ui/States.tsx';

import { directory } from '../contract.ts';
import type { DirectoryState } from '../state.ts';
import { DirectoryLists } from './DirectoryLists.tsx';
import { Facts } from './Facts.tsx';
import { MadeAgain } from './MadeAgain.tsx';
import { SimulationCard } from './SimulationCard.tsx';
import { Tiles } from './Tiles.tsx';

/** While something is under way, and when nothing is: milliseconds between looks. */
const BUSY_MS = 1_500;
const QUIET_MS = 10_000;

/** How things stand with the directory, and what somebody has to decide about it (design.md §7). */
export function DirectoryPage() {
  const { t } = useTranslation('directory');
  return useMay('directory.manage') ? <Managed /> : <DeniedPage title={t('title')} />;
}

function Managed() {
  const { t } = useTranslation('directory');
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const read = useDirectory();
  const { data: state } = read;
  const sweep = useWrite(directory.sweep);
  const look = async () => {
    await sweep.mutateAsync({});
    notify({ tone: 'success', text: t('sweep.asked') });
  };
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      acts={
        state &&
        state.kind !== 'none' && (
          <Button
            icon={<ArrowsCirclepathIcon aria-hidden />}
            isPending={sweep.isPending}
            isDisabled={state.sweep !== null}
            onPress={() => void look().catch(() => {})}
          >
            {t('sweep.start')}
          </Button>
        )
      }
    >
      {!state && <ReadState read={read} failed={t('failed')} />}
      {state?.kind === 'none' && (
        <EmptyState title={t('none.title')} icon={<DatabaseIcon aria-hidden />}>
          {t('none.text')}
        </EmptyState>
      )}
      {state && state.kind !== 'none' && (
        <>
          <Away state={state} />
          <MadeAgain madeAgain={state.madeAgain} />
          {state.sweep && (
            <section className="card" aria-live="polite">
              <Progress
                label={t('sweep.running')}
                done={state.sweep.done}
                total={state.sweep.total ?? undefined}
              />
            </section>
          )}
          <Tiles state={state} />
          <div className="directory-two" data-alone={state.simulation === null || undefined}>
            <Facts state={state} />
            {state.simulation && <SimulationCard simulation={state.simulation} />}
          </div>
          <DirectoryLists state={state} tab={tab} />
        </>
      )}
    </Page>
  );
}

/** The state as it moves; the lists are asked anew when their counts are others. */
function useDirectory() {
  const queries = useQueryClient();
  const first = useRead(directory.state, {}, { handleErrors: false });
  const { data } = first;
  const isBusy =
    data !== undefined &&
    (data.entries.waiting + data.entries.failing > 0 || data.sweep !== null || data.away !== null);
  const answer = useRead(directory.state, {}, { handleErrors: false, everyMs: isBusy ? BUSY_MS : QUIET_MS });
  const counts =
    answer.data &&
    JSON.stringify([answer.data.drift, answer.data.entries, answer.data.exceptions, answer.data.strangers]);
  useEffect(() => {
    if (counts === undefined) return;
    for (const { signature } of [
      directory.drift,
      directory.entries,
      directory.exceptions,
      directory.strangers,
    ]) {
      void queries.invalidateQueries({ queryKey: ['superadmin', signature] });
    }
  }, [counts, queries]);
  return answer;
}

function Away({ state: { away, entries } }: { state: DirectoryState }) {
  const { t } = useTranslation('directory');
  const connect = useWrite(directory.connect);
  if (!away) return null;
  const isRefused = away.code === 'sign-in-refused';
  return (
    <Alert tone="danger" title={t(`away.${isRefused ? 'signIn' : 'title'}`)} isLive>
      <p>{t('away.since', { time: formatDateTime(away.since), count: entries.waiting })}</p>
      <p className="directory-said">
        <span>{t('away.said')}</span> <code>{away.said}</code>
      </p>
      {away.saidLast !== null && (
        <p className="directory-said">
          <span>{t('away.saidLast')}</span> <code>{away.saidLast}</code>
        </p>
      )}
      {isRefused && away.retryAt !== null && (
        <p>{t('away.seldom', { time: formatDateTime(away.retryAt) })}</p>
      )}
      <Button isPending={connect.isPending} onPress={() => void connect.mutateAsync({}).catch(() => {})}>
        {t('away.tryNow')}
      </Button>
    </Alert>
  );
}

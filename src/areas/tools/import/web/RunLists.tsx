import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { groupAddress } from '#areas/groups/web/shared.tsx';
import { userAddress } from '#areas/users/web/shared.tsx';
import { formatNumber } from '#web/format.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { later } from '#web/ui/later.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import { TabLink, TabLinks } from '#web/ui/TabLinks.tsx';

import {
  type ImportPlanRow,
  importPlanList,
  type ImportProblemRow,
  importProblemList,
  type ImportRun,
  imports,
  planKept,
  planOutcomes,
  planSubjects,
} from '../contract.ts';
import { listsId } from './lists-here.ts';
import { planLooks, problemLooks } from './looks.tsx';

const planTexts = { namespace: 'import', prefix: 'plan.' };
const problemTexts = { namespace: 'import', prefix: 'problems.' };
// What the lists keep in the address is left behind with the tab.
const planTab = { tab: undefined };
/** Where nothing was refused, what was only marked is what there is to see. */
const problemsTab = ({ rejected, flagged }: ImportRun) => ({
  tab: 'problems',
  ...(rejected === 0 && flagged > 0 && { [`${importProblemList.id}.severity`]: 'flagged' }),
});
const slicesTab = { tab: 'slices' };
const reportTab = { tab: 'report' };
const meanwhile = <SkeletonLines lines={6} />;
const SlicesTab = later(async () => (await import('./SlicesTab.tsx')).SlicesTab, meanwhile);
const ReportTab = later(async () => (await import('./ReportTab.tsx')).ReportTab, meanwhile);
const planName = ({ name }: ImportPlanRow) => name;
const problemName = ({ sourceId, lineNumber }: ImportProblemRow) => sourceId ?? String(lineNumber);

/** Whom it was about, and what the file could not give. */
export function RunLists({ run, tab }: { run: ImportRun; tab: string | undefined }) {
  const { t } = useTranslation('import');
  const problems = run.rejected + run.flagged;
  return (
    <section className="import-lists" id={listsId} tabIndex={-1} aria-label={t('run.tabs')}>
      <TabLinks label={t('run.tabs')}>
        <TabLink to="." search={planTab} resetScroll={false} activeOptions={{ explicitUndefined: true }}>
          {t('run.tab.plan')}
        </TabLink>
        <TabLink
          to="."
          search={slicesTab}
          resetScroll={false}
          {...(run.heldCount > 0 && { count: formatNumber(run.heldCount) })}
        >
          {t('run.tab.slices')}
        </TabLink>
        {run.hasReport && (
          <TabLink to="." search={reportTab} resetScroll={false}>
            {t('run.tab.report')}
          </TabLink>
        )}
        <TabLink
          to="."
          search={problemsTab(run)}
          resetScroll={false}
          {...(tab === 'problems' && { 'aria-current': 'page' as const })}
          count={formatNumber(problems)}
        >
          {t('run.tab.problems')}
        </TabLink>
      </TabLinks>
      {tab === 'report' && run.hasReport ? (
        <ReportTab run={run} />
      ) : (
        <div className="import-list">
          {tab === undefined && isCut(run) && <p className="meta">{t('plan.cut')}</p>}
          <List run={run} tab={tab} />
        </div>
      )}
    </section>
  );
}

const isCut = ({ counts }: ImportRun): boolean =>
  planSubjects.some((subject) =>
    planOutcomes.some(
      (outcome) => (counts[subject]?.[outcome] ?? 0) > (outcome === 'new' ? planKept.new : planKept.others),
    ),
  );

function List({ run, tab }: { run: ImportRun; tab: string | undefined }) {
  const ofRun = useMemo(() => ({ runId: run.id }), [run.id]);
  if (tab === 'slices') return <SlicesTab runId={run.id} />;
  if (tab === 'problems') {
    return (
      <ListPage
        key="problems"
        list={importProblemList}
        route={imports.problems}
        fixed={ofRun}
        texts={problemTexts}
        looks={problemLooks}
        nameOf={problemName}
        isPart
      />
    );
  }
  return (
    <ListPage
      key="plan"
      list={importPlanList}
      route={imports.plan}
      fixed={ofRun}
      texts={planTexts}
      looks={planLooks}
      nameOf={planName}
      {...(run.dryRun ? {} : { rowHref: planAddress })}
      isPart
    />
  );
}

/** A conflict is about an account the import left alone, named in its reason. */
function planAddress({ subject, outcome, key, reason }: ImportPlanRow): string {
  const name = outcome === 'conflict' ? reason : key;
  return subject === 'group' ? groupAddress(name) : userAddress(name);
}

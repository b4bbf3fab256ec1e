import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { groupAddress } from '#areas/groups/web/shared.tsx';
import { userAddress } from '#areas/users/web/shared.tsx';
import { formatNumber } from '#web/format.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { TabLink, TabLinks } from '#web/ui/TabLinks.tsx';

import {
  type ImportPlanRow,
  importPlanList,
  type ImportProblemRow,
  importProblemList,
  type ImportRun,
  imports,
} from '../contract.ts';
import { planLooks, problemLooks } from './looks.tsx';

const planTexts = { namespace: 'import', prefix: 'plan.' };
const problemTexts = { namespace: 'import', prefix: 'problems.' };
// What the lists keep in the address is left behind with the tab.
const planTab = { tab: undefined };
const problemsTab = { tab: 'problems' };
const planName = ({ name }: ImportPlanRow) => name;
const problemName = ({ sourceId, lineNumber }: ImportProblemRow) => sourceId ?? String(lineNumber);

/** Whom it was about, and what the file could not give. */
export function RunLists({ run, tab }: { run: ImportRun; tab: string | undefined }) {
  const { t } = useTranslation('import');
  const ofRun = useMemo(() => ({ runId: run.id }), [run.id]);
  const problems = run.rejected + run.flagged;
  return (
    <section className="import-lists">
      <TabLinks label={t('run.tabs')}>
        <TabLink to="." search={planTab} resetScroll={false} activeOptions={{ explicitUndefined: true }}>
          {t('run.tab.plan')}
        </TabLink>
        <TabLink to="." search={problemsTab} resetScroll={false} count={formatNumber(problems)}>
          {t('run.tab.problems')}
        </TabLink>
      </TabLinks>
      <div className="import-list">
        {tab === 'problems' ? (
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
        ) : (
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
        )}
      </div>
    </section>
  );
}

/** A conflict is about an account the import left alone, named in its reason. */
function planAddress({ subject, outcome, key, reason }: ImportPlanRow): string {
  const name = outcome === 'conflict' ? reason : key;
  return subject === 'group' ? groupAddress(name) : userAddress(name);
}

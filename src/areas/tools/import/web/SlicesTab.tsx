import { ArrowUndoIcon, CheckmarkIcon, ClockIcon, XMarkIcon } from '@navikt/aksel-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';
import { useMay } from '#web/list/useMay.ts';
import type { StatusTone } from '#web/ui/Status.tsx';

import {
  type ImportSliceRow,
  importSliceList,
  imports,
  type sliceKinds,
  type sliceStates,
} from '../contract.ts';
import { DecideDialog, type DecisionWish } from './DecideDialog.tsx';

const texts = { namespace: 'import', prefix: 'slices.' };

const tones: Record<(typeof sliceStates)[number], StatusTone> = {
  held: 'warning',
  postponed: 'info',
  rejected: 'danger',
  accepted: 'success',
  within: 'neutral',
};

const looks: Looks<ImportSliceRow> = {
  choices: { state: { as: 'status', tones } },
  cells: {
    percent: ({ percent }) => percent !== null && `${formatNumber(percent)} %`,
    together: ({ together }) => <Together slices={together} />,
  },
};

function Together({ slices }: { slices: ImportSliceRow['together'] }) {
  const { t } = useTranslation('import');
  return slices
    .map(({ school, kind }) => `${school ?? t('run.heldOwner')} (${t(`choice.kind.${kind}`).toLowerCase()})`)
    .join(', ');
}

const icons = {
  accepted: <CheckmarkIcon aria-hidden />,
  rejected: <XMarkIcon aria-hidden />,
  postponed: <ClockIcon aria-hidden />,
  withdraw: <ArrowUndoIcon aria-hidden />,
};
const acts = ['accepted', 'rejected', 'postponed', 'withdraw'] as const;

const rowsOf: Record<(typeof sliceKinds)[number], Record<string, string>> = {
  new: { 'import-plan.outcome': 'new,held' },
  changed: { 'import-plan.outcome': 'changed,renamed,returned,held' },
  left: { 'import-plan.outcome': 'left,held' },
  memberships: { 'import-plan.changed': 'members' },
};

/** The rows of the plan a slice is made of. Held people stand at the school they are at, not at the one they would come to. */
function planOf(runId: number, { schoolCode, kind, together }: ImportSliceRow): string {
  const search = new URLSearchParams(rowsOf[kind]);
  const codes = [schoolCode, ...together.map((other) => other.schoolCode)].filter((code) => code !== null);
  if (codes.length > 0) search.set('import-plan.school', [...new Set(codes)].join(','));
  return `/tools/import/${runId}?${search.toString()}#lists`;
}

/** The plan by school and kind, and what people decide about what is held. */
export function SlicesTab({ runId }: { runId: number }) {
  const { t } = useTranslation('import');
  const mayDecide = useMay('import.decide');
  const [wish, setWish] = useState<DecisionWish>();
  const ofRun = useMemo(() => ({ runId }), [runId]);
  return (
    <>
      <ListPage
        list={importSliceList}
        route={imports.slices}
        fixed={ofRun}
        texts={texts}
        looks={looks}
        nameOf={({ school }) => school ?? t('run.heldOwner')}
        rowHref={(slice) => planOf(runId, slice)}
        bulkActs={
          mayDecide
            ? acts.map((act) => ({
                id: act,
                label: t(`decide.${act}`),
                icon: icons[act],
                onAct: (chosen: Chosen) => setWish({ act, chosen }),
              }))
            : []
        }
        isPart
      />
      {wish && <DecideDialog runId={runId} wish={wish} onClose={() => setWish(undefined)} />}
    </>
  );
}

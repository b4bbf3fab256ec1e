/** How the cells of the import's lists are drawn. */
import './import.css';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';
import type { Looks } from '#web/list/look.ts';
import { useHasSchool } from '#web/shell/useHasSchool.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

import type {
  ImportPlanRow,
  ImportProblemRow,
  ImportRunRow,
  planOutcomes,
  runStatuses,
} from '../contract.ts';

const runTones: Record<(typeof runStatuses)[number], StatusTone> = {
  running: 'info',
  completed: 'success',
  failed: 'danger',
  interrupted: 'warning',
};

const outcomeTones: Record<(typeof planOutcomes)[number], Tone> = {
  new: 'success',
  changed: 'info',
  renamed: 'info',
  returned: 'success',
  left: 'neutral',
  held: 'warning',
  conflict: 'danger',
};

export const runLooks: Looks<ImportRunRow> = {
  choices: { status: { as: 'status', tones: runTones } },
  cells: {
    status: ({ status, undone }) => <RunStatus status={status} undone={undone} />,
    school: ({ school }) => school?.name ?? <NoSchool />,
    durationMs: ({ durationMs }) => durationMs !== null && <Duration ms={durationMs} />,
    // Only what is out of the ordinary is said.
    dryRun: ({ dryRun }) => dryRun && <Rehearsal />,
    held: ({ held }) => <Notable count={held} />,
    rejected: ({ rejected }) => <Notable count={rejected} />,
  },
};

/** What was undone is done no longer. */
export function RunStatus({ status, undone }: Pick<ImportRunRow, 'status' | 'undone'>) {
  const { t } = useTranslation('import');
  if (undone === 'whole') return <Status tone="neutral">{t('undone.whole')}</Status>;
  return (
    <Status tone={runTones[status]}>
      {undone === 'partly' ? t('undone.partly') : t(`choice.status.${status}`)}
    </Status>
  );
}

/** To who sees all schools it is of all of them; at one, another school's source is not told apart from those. */
function NoSchool() {
  const { t } = useTranslation('import');
  return useHasSchool() ? undefined : t('allSchools');
}

export const planLooks: Looks<ImportPlanRow> = {
  choices: { outcome: { as: 'badge', tones: outcomeTones } },
  cells: {
    outcome: ({ outcome, heldAs }) => <Outcome outcome={outcome} heldAs={heldAs} />,
    changes: ({ changes }) => changes.length > 0 && <Changes changes={changes} />,
    reason: (row) => <Why row={row} />,
  },
};

/** What is held says what it would have become. */
function Outcome({ outcome, heldAs }: Pick<ImportPlanRow, 'outcome' | 'heldAs'>) {
  const { t } = useTranslation('import');
  return (
    <Badge tone={outcomeTones[outcome]}>
      {heldAs === null ? t(`choice.outcome.${outcome}`) : t(`heldAs.${heldAs}`)}
    </Badge>
  );
}

/** Why that happens to the row, in words. */
function Why({ row }: { row: ImportPlanRow }) {
  const { t } = useTranslation('import');
  return <span className="import-why">{t(`why.${whyOf(row)}`, { reason: row.reason })}</span>;
}

function whyOf({ subject, outcome, heldAs, reason, changes }: ImportPlanRow) {
  if (outcome === 'held') {
    const kind = changes.some(({ field }) => field === 'members') ? 'members' : (heldAs ?? 'left');
    return `held.${kind}` as const;
  }
  if (outcome === 'changed' && reason === 'other-source') return 'otherSource';
  if (outcome === 'changed' && reason === 'linked') return 'linked';
  if (subject === 'person') return outcome === 'changed' && changes.length === 0 ? 'places' : outcome;
  return outcome === 'left' || outcome === 'returned' || outcome === 'new' ? outcome : 'changed';
}

/** Field by field: what it was and what it becomes. */
function Changes({ changes }: Pick<ImportPlanRow, 'changes'>) {
  const { t } = useTranslation('import');
  const say = (field: string, value: string | null) => {
    if (value === null || value === '') return t('change.nothing');
    return field === 'role' ? t(`change.role.${value === 'student' ? 'student' : 'employee'}`) : value;
  };
  return (
    <span className="import-changes">
      {changes.map(({ field, before, after }) => (
        <span key={field}>
          {t(`choice.changed.${field}`)}: <del>{say(field, before)}</del> → <ins>{say(field, after)}</ins>
        </span>
      ))}
    </span>
  );
}

export const problemLooks: Looks<ImportProblemRow> = {
  choices: { severity: { as: 'status', tones: { rejected: 'danger', flagged: 'warning' } } },
};

export function Rehearsal() {
  const { t } = useTranslation('import');
  return <Badge tone="accent">{t('dry')}</Badge>;
}

function Notable({ count }: { count: number }) {
  return count === 0 ? formatNumber(count) : <strong>{formatNumber(count)}</strong>;
}

/** Milliseconds as people say them. */
export function Duration({ ms }: { ms: number }) {
  const { t } = useTranslation('import');
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (seconds < 1) return t('duration.ms');
  if (minutes < 1) return t('duration.s', { seconds });
  if (minutes < 60) return t('duration.min', { minutes, seconds: seconds % 60 });
  return t('duration.h', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

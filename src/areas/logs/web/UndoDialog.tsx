import './logs.css';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead, useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { referenceOf } from '#web/list/ListStates.tsx';
import { loose } from '#web/loose.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import { type UndoCounts, undoing, undoOutcomes, type UndoRow, type UndoSummary } from '../contract.ts';
import { ChangeOfRow } from './ChangeOfRow.tsx';
import { useLogWords } from './words.ts';

const PAGE = 20;
/** So few rows are shown at once. */
const FEW = 10;
const ALL = 'all';
type Outcome = UndoRow['outcome'];

const tones: Record<Outcome, StatusTone> = {
  reversed: 'success',
  partly: 'info',
  kept: 'warning',
  cannot: 'danger',
};

interface UndoDialogProps {
  id: number;
  /** Only what was done to a school (its code), or to a group (its name) and its members. */
  part?: { school: string } | { group: string };
  isOpen: boolean;
  onClose: () => void;
}

/** What undoing an operation would do, row by row, before anything is done; and then the act itself. */
export function UndoDialog({ id, part, isOpen, onClose }: UndoDialogProps) {
  const { t } = useTranslation(['logs', 'form', 'errors']);
  const [outcome, setOutcome] = useState<Outcome | typeof ALL>(ALL);
  const [page, setPage] = useState(1);
  const [reason, setReason] = useState('');
  const undo = useWrite(undoing.undo, { handleErrors: false, touches: ['user', 'group', 'home', 'import'] });
  const question = { id, ...part, page, pageSize: PAGE, ...(outcome !== ALL && { outcome }) };
  const plan = useRead(undoing.preview, question, { handleErrors: false, enabled: isOpen && !undo.data });

  const counts = plan.data?.counts;
  const reversible = counts ? counts.reversed + counts.partly : 0;
  const isLarge = counts === null;
  const foot = undo.data ? (
    <Button variant="primary" onPress={onClose}>
      {t('undo.close')}
    </Button>
  ) : (
    <>
      <Button onPress={onClose}>{t('undo.cancel')}</Button>
      <Button
        variant="danger"
        isDisabled={reversible === 0 && !isLarge}
        isPending={undo.isPending}
        onPress={() => undo.mutate({ id, ...part, ...(reason.trim() !== '' && { reason: reason.trim() }) })}
      >
        {reversible > 0 ? t('undo.act', { count: reversible }) : t('undo.actNone')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('undo.title')} width="wide" isOpen={isOpen} onClose={onClose} footer={foot}>
      <div className="log-undo">
        {undo.error && (
          <Alert tone="danger" title={t('undo.failed')} isLive>
            {refusalText(asRefusal(undo.error), t)}
          </Alert>
        )}
        {undo.data ? (
          <Done id={undo.data.operationId} counts={undo.data.counts} onClose={onClose} />
        ) : plan.data ? (
          <>
            {isLarge && <p>{t('undo.large', { count: formatNumber(plan.data.changes) })}</p>}
            {counts && (
              <>
                <p>{t(reversible > 0 ? 'undo.lead' : 'undo.nothing')}</p>
                <Summary summary={plan.data.summary} />
                <Details isOpen={countAll(counts) <= FEW}>
                  <Outcomes
                    counts={counts}
                    value={outcome}
                    onChange={(chosen) => {
                      setOutcome(chosen);
                      setPage(1);
                    }}
                  />
                  <Rows rows={plan.data.Items} />
                  <Pages
                    page={page}
                    total={plan.data.TotalItems}
                    shown={plan.data.Items.length}
                    onPage={setPage}
                  />
                </Details>
              </>
            )}
            {(reversible > 0 || isLarge) && (
              <TextField
                label={t('undo.reason')}
                hint={t('undo.reasonHint')}
                optional
                value={reason}
                maxLength={256}
                onChange={setReason}
              />
            )}
          </>
        ) : plan.error ? (
          <ErrorState
            title={t('undo.previewFailed')}
            onRetry={() => void plan.refetch()}
            isRetrying={plan.isFetching}
            reference={referenceOf(plan.error)}
          />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </div>
    </Dialog>
  );
}

const countAll = (counts: UndoCounts): number =>
  undoOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);

/** How many rows of what turn back, before the rows themselves. */
function Summary({ summary }: { summary: UndoSummary }) {
  const { t } = useTranslation('logs');
  const words = useLogWords();
  if (summary.length === 0) return null;
  return (
    <ul className="log-undo-summary">
      {summary.map(({ table, kind, rows }) => (
        <li key={`${table} ${kind}`}>
          <strong>{formatNumber(rows)}</strong> {words.table(table)}: {t(`undo.becomes.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

interface DetailsProps {
  isOpen: boolean;
  children: ReactNode;
}

/** Each row; behind a word where there are many. */
function Details({ isOpen, children }: DetailsProps) {
  const { t } = useTranslation('logs');
  if (isOpen) return children;
  return (
    <details>
      <summary>{t('undo.each')}</summary>
      <div className="log-undo">{children}</div>
    </details>
  );
}

interface OutcomesProps {
  counts: UndoCounts;
  value: Outcome | typeof ALL;
  onChange: (value: Outcome | typeof ALL) => void;
}

function Outcomes({ counts, value, onChange }: OutcomesProps) {
  const { t } = useTranslation('logs');
  const total = countAll(counts);
  const some = undoOutcomes.filter((outcome) => counts[outcome] > 0);
  if (some.length < 2) return null;
  return (
    <SegmentedControl
      label={t('undo.outcomes')}
      value={value}
      onChange={onChange}
      options={[
        { value: ALL, label: t('undo.all'), count: formatNumber(total) },
        ...some.map((outcome) => ({
          value: outcome,
          label: t(`undo.outcome.${outcome}`),
          count: formatNumber(counts[outcome]),
        })),
      ]}
    />
  );
}

function Rows({ rows }: { rows: readonly UndoRow[] }) {
  const { t } = useTranslation('logs');
  const words = useLogWords();
  return (
    <ul className="log-undo-rows">
      {rows.map(({ id, outcome, reason, code, kept, change }) => (
        <li key={id}>
          <p className="log-undo-outcome">
            <Status tone={tones[outcome]}>{t(`undo.outcome.${outcome}`)}</Status>
            {reason !== null && <Reason reason={reason} code={code} />}
            {kept.length > 0 && outcome === 'partly' && (
              <span className="log-quiet">
                {t('undo.keptFields', {
                  fields: kept.map((field) => words.field(change.table, field)).join(', '),
                })}
              </span>
            )}
          </p>
          <ChangeOfRow change={change} namesTarget />
        </li>
      ))}
    </ul>
  );
}

function Reason({ reason, code }: { reason: string; code: string | null }): ReactNode {
  const { i18n, t } = useTranslation('logs');
  const { t: sayRefusal } = useTranslation();
  const key = `undo.reason.${reason}`;
  const say: (text: string) => string = loose(t);
  const refusal = code && refusalText({ code, params: {}, fields: [], traceId: '' }, sayRefusal);
  return (
    <span className="log-quiet">{refusal ?? (i18n.exists(key, { ns: 'logs' }) ? say(key) : reason)}</span>
  );
}

interface PagesProps {
  page: number;
  total: number;
  shown: number;
  onPage: (page: number) => void;
}

function Pages({ page, total, shown, onPage }: PagesProps) {
  const { t } = useTranslation('logs');
  if (total <= PAGE) return null;
  const from = (page - 1) * PAGE + 1;
  const to = from + shown - 1;
  return (
    <div className="log-pages">
      <Button size="small" isDisabled={page === 1} onPress={() => onPage(page - 1)}>
        {t('card.earlier')}
      </Button>
      <span className="meta">
        {t('card.page', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
      </span>
      <Button size="small" isDisabled={to >= total} onPress={() => onPage(page + 1)}>
        {t('card.later')}
      </Button>
    </div>
  );
}

interface DoneProps {
  id: number;
  counts: UndoCounts | null;
  onClose: () => void;
}

function Done({ id, counts, onClose }: DoneProps) {
  const { t } = useTranslation('logs');
  const changed = counts ? counts.reversed + counts.partly : 0;
  const left = counts ? counts.kept + counts.cannot : 0;
  return (
    <Alert
      tone={counts === null ? 'info' : changed > 0 ? 'success' : 'warning'}
      title={counts === null ? t('undo.started') : t('undo.done', { count: changed })}
      isLive
    >
      {left > 0 && <p>{t('undo.left', { count: left })}</p>}
      <p>
        <Link to="/logs" search={{ open: String(id) }} onClick={onClose}>
          {t('undo.open')}
        </Link>
      </p>
    </Alert>
  );
}

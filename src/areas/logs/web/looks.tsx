/** How the cells of the logs are drawn. */
import './logs.css';
import { useTranslation } from 'react-i18next';

import { textOf } from '#web/i18n.ts';
import type { Looks } from '#web/list/look.ts';
import type { StatusTone } from '#web/ui/Status.tsx';

import type { RowChange } from '../changes.ts';
import type { AuditEntry, OperationRow, operationStatuses } from '../contract.ts';
import { useLogWords } from './words.ts';

export const resultTones: Record<(typeof operationStatuses)[number], StatusTone> = {
  running: 'info',
  completed: 'success',
  failed: 'danger',
  held: 'warning',
};

/** What a row is called when it is chosen or opened. */
export const eventName = ({ event }: { event: string }): string =>
  textOf('logs', `choice.event.${event}`) ?? event;

export const auditLooks: Looks<AuditEntry> = {
  choices: { result: { as: 'status', tones: resultTones } },
  cells: {
    actor: ({ actor, actorName }) => <Actor name={actorName ?? actor} />,
    target: (entry) => <TargetCell entry={entry} />,
    changes: (entry) => <Changes entry={entry} />,
    school: ({ school }) => school?.name,
  },
};

export const operationLooks: Looks<OperationRow> = {
  choices: { status: { as: 'status', tones: resultTones } },
  cells: {
    done: (row) => <HowFar operation={row} />,
    startedBy: ({ startedBy }) => <Actor name={startedBy} />,
    school: ({ school }) => school?.name,
    message: ({ message }) => message && <Message message={message} />,
  },
};

/** The portal itself does things too: imports at night, what is due. */
export function Actor({ name }: { name: string | null }) {
  const { t } = useTranslation('logs');
  return name ?? <span className="log-quiet">{t('portal')}</span>;
}

/** The first of those it was about; where it was about more, that there are others. */
function TargetCell({ entry: { target, changes } }: { entry: AuditEntry }) {
  const { t } = useTranslation('logs');
  if (!target) return null;
  const { name, key } = target;
  const said = name ?? key;
  const isOneOfMany = changes.some(
    (change) => change.target.key !== key || change.target.type !== target.type,
  );
  const quiet = isOneOfMany ? t('andOthers') : key === said ? null : key;
  return (
    <>
      {said}
      {said !== null && quiet !== null && <span className="log-quiet"> {quiet}</span>}
    </>
  );
}

const SHOWN = 2;

/** The first fields with before and after; all of them stand in the card. */
function Changes({ entry: { changes, changeCount } }: { entry: AuditEntry }) {
  const { t } = useTranslation('logs');
  const words = useLogWords();
  const fields = changes.flatMap(partsOf);
  const shown = fields.slice(0, SHOWN).map(({ table, kind, field, from, to }) => {
    const name = words.field(table, field);
    const after = words.value(field, to) ?? t('nothing');
    return kind === 'changed'
      ? `${name}: ${words.value(field, from) ?? t('nothing')} → ${after}`
      : `${name}: ${kind === 'removed' ? (words.value(field, from) ?? t('nothing')) : after}`;
  });
  const rest = changes.length < changeCount ? changeCount - changes.length : 0;
  return [...shown, ...(rest > 0 ? [t('more', { count: rest })] : [])].join(' · ');
}

function partsOf({ table, kind, fields }: RowChange) {
  return fields
    .filter(({ from, to }) => from !== null || to !== null)
    .map((field) => Object.assign({ table, kind }, field));
}

/** Percents while it runs: what is counted then is the share, and `total` is 100. */
function HowFar({ operation: { done, total, failed, status } }: { operation: OperationRow }) {
  const { t } = useTranslation('logs');
  if (total === null) return status === 'running' ? '…' : null;
  return (
    <span className="log-far">
      <progress max={Math.max(total, 1)} value={done} aria-hidden />
      {t('done.of', { done, total })}
      {failed > 0 && <span className="log-far-failed">{t('done.failed', { count: failed })}</span>}
    </span>
  );
}

function Message({ message }: { message: NonNullable<OperationRow['message']> }) {
  return useLogWords().message(message);
}

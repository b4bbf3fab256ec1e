import { PadlockLockedIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { Badge, type Tone } from '#web/ui/Badge.tsx';

import type { FieldChange, RowChange, Value } from '../changes.ts';
import { TargetLink } from './TargetLink.tsx';
import { SECRET, useLogWords } from './words.ts';

const kindTones: Record<RowChange['kind'], Tone> = { added: 'success', changed: 'info', removed: 'danger' };

interface ChangeOfRowProps {
  change: RowChange;
  /** Left out where everything is about one and the same. */
  namesTarget?: boolean;
}

/** One changed row: its fields in words, before and after side by side. A row that is new has no before. */
export function ChangeOfRow({ change, namesTarget = false }: ChangeOfRowProps) {
  const { t } = useTranslation('logs');
  const words = useLogWords();
  const { kind, table, target, fields } = change;
  const says = (field: string, value: Value) => words.value(field, value) !== undefined;
  const told = fields.filter(({ field, from, to }) => says(field, from) || says(field, to));
  return (
    <div className="log-change">
      <p className="log-change-head">
        <Badge tone={kindTones[kind]}>{t(`kind.${kind}`)}</Badge>
        <strong>{words.table(table)}</strong>
        {namesTarget && (target.key ?? target.name) !== null && (
          <span>
            <TargetLink target={target} />
          </span>
        )}
      </p>
      {told.length > 0 && (
        <table className="log-fields">
          <thead>
            <tr>
              <th scope="col">{t('card.field')}</th>
              {kind !== 'added' && <th scope="col">{t('card.before')}</th>}
              {kind !== 'removed' && <th scope="col">{t('card.after')}</th>}
            </tr>
          </thead>
          <tbody>
            {told.map((field) => (
              <Field key={field.field} kind={kind} table={table} change={field} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface FieldProps {
  kind: RowChange['kind'];
  table: string;
  change: FieldChange;
}

function Field({ kind, table, change: { field, from, to } }: FieldProps) {
  const words = useLogWords();
  const { t } = useTranslation('logs');
  return (
    <tr>
      <th scope="row">{words.field(table, field)}</th>
      {kind !== 'added' && (
        <td data-side="before" data-label={t('card.before')}>
          <Said field={field} value={from} />
        </td>
      )}
      {kind !== 'removed' && (
        <td data-side="after" data-label={t('card.after')}>
          <Said field={field} value={to} />
        </td>
      )}
    </tr>
  );
}

function Said({ field, value }: { field: string; value: Value }) {
  const { t } = useTranslation('logs');
  const words = useLogWords();
  const said = words.value(field, value);
  if (said === undefined) return <span className="log-quiet">{t('nothing')}</span>;
  if (value !== SECRET) return said;
  return (
    <span className="log-secret" title={t('hiddenHelp')}>
      <PadlockLockedIcon aria-hidden />
      {said}
    </span>
  );
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- where there is little room the table is drawn as blocks, and its parts would no longer say what they are */
import './history.css';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { type Reading, ReadState } from '#web/card/ReadState.tsx';
import { formatDate, formatNumber } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

import type { Difference } from '../contract.ts';
import { type Days, DaysAsked } from './DaysAsked.tsx';

interface Read<Row> extends Reading {
  data: { Items: Row[]; since: string | null } | undefined;
}

interface ColumnOf<Row> {
  label: string;
  of: (row: Row) => ReactNode;
}

interface ThenProps<Row> {
  days: Days;
  read: Read<Row>;
  /** The first one names the row. */
  columns: readonly ColumnOf<Row>[];
  keyOf: (row: Row) => string;
  /** What the table is, for screen readers. */
  label: string;
  /** Said when there was nobody, or nothing. */
  empty: string;
}

/** How something was on a day, and what differs on another. */
export function Then<Row extends { difference: Difference }>(props: ThenProps<Row>) {
  const { days, read } = props;
  const { t } = useTranslation('history');
  const since = read.data?.since;
  // Where the log is younger than the day one is shown first, it begins where the log does.
  const { isFirst, on, setOn } = days;
  const beginsAt = isFirst ? (since ?? undefined) : undefined;
  const isTooEarly = typeof since === 'string' && since > on;
  useEffect(() => {
    if (beginsAt !== undefined) setOn(beginsAt);
  }, [beginsAt, setOn]);
  return (
    <div className="then">
      <DaysAsked days={days} />
      {isTooEarly && !isFirst && (
        <Alert tone="warning">
          <span className="cluster">
            {t('since', { day: formatDate(since) })}
            <Button size="small" onPress={() => days.setOn(since)}>
              {t('goTo', { day: formatDate(since) })}
            </Button>
          </span>
        </Alert>
      )}
      {read.data && !read.error && beginsAt === undefined ? (
        <Found {...props} rows={read.data.Items} />
      ) : (
        <ReadState read={read} failed={t('failed')} lines={6} />
      )}
    </div>
  );
}

const tones: Record<Difference, StatusTone> = { added: 'success', removed: 'danger', both: 'neutral' };

function Found<Row extends { difference: Difference }>(props: ThenProps<Row> & { rows: readonly Row[] }) {
  const { days, columns, keyOf, label, empty, rows } = props;
  const { t } = useTranslation('history');
  if (rows.length === 0) return <EmptyState title={empty}>{t('emptyHelp')}</EmptyState>;
  const differing = rows.filter(({ difference }) => difference !== 'both').length;
  return (
    <>
      <p className="meta" role="status">
        {!days.compares
          ? t('count', { count: rows.length })
          : differing === 0
            ? t('noDifference', { count: rows.length })
            : t('differs', { count: differing, same: formatNumber(rows.length - differing) })}
      </p>
      <table role="table" className="then-rows" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.label} scope="col" role="columnheader">
                {column.label}
              </th>
            ))}
            {days.compares && (
              <th scope="col" role="columnheader">
                {t('difference')}
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row" key={`${keyOf(row)} ${row.difference}`} data-difference={row.difference}>
              {columns.map((column, place) =>
                place === 0 ? (
                  <th key={column.label} scope="row" role="rowheader">
                    {column.of(row)}
                  </th>
                ) : (
                  <td role="cell" key={column.label} data-label={column.label}>
                    {column.of(row)}
                  </td>
                ),
              )}
              {days.compares && (
                <td role="cell" data-label={t('difference')}>
                  <Status tone={tones[row.difference]}>{t(`difference.${row.difference}`)}</Status>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

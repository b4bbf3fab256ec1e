import { useCallback, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { limits } from '#kernel/limits.ts';

import { formatNumber } from '../format.ts';
import { useRowHeight } from '../preferences.ts';
import { later } from '../ui/later.tsx';
import type { Sight } from './blocks.ts';
import type { DrawnProps, ListBodyProps } from './body.ts';
import { useGridColumns } from './columns.ts';
import { keyOf } from './definition.ts';
import { Grid } from './Grid.tsx';
import { ScrollFoot } from './ListFoot.tsx';
import { Failed, Nothing, Partial } from './ListStates.tsx';
import { useListMode } from './mode.ts';
import { useNewSight } from './sight.ts';
import { useAfter } from './useAfter.ts';

/** For those who would rather turn pages; fetched for them only. */
const Paged = later(async () => (await import('./Paged.tsx')).Paged);

/** Browsers lose pixels in elements taller than this. */
const tallestPx = 15_000_000;
const cardHeight = 68;
const noRow = (): undefined => undefined;

export function ListBody(props: ListBodyProps) {
  return (
    <>
      <Hits rows={props.rows} questionText={props.questionText} />
      <Shown {...props} />
    </>
  );
}

/** For those who do not see the list change: that it is fetched, and how many rows answer what was asked last. */
function Hits({ rows, questionText }: Pick<ListBodyProps, 'rows' | 'questionText'>) {
  const { t } = useTranslation('list');
  const isAsking = rows.isFirst || rows.isStale;
  const isLate = useAfter(isAsking);
  // On arrival the page says its name; the number is news when the reader has asked for something else.
  const [asked, setAsked] = useState({ text: questionText, isAnother: false });
  if (asked.text !== questionText) setAsked({ text: questionText, isAnother: true });
  const count = formatNumber(rows.total);
  const isNews = asked.isAnother && !isAsking && rows.error === undefined;
  return (
    <span className="visually-hidden" role="status">
      {isLate && t('fetching')}
      {isNews && t('count', { count: rows.isCapped ? t('countCapped', { count }) : count })}
    </span>
  );
}

function Shown(props: ListBodyProps) {
  const { list, address, rows } = props;
  const columns = useGridColumns(list, address);
  const mode = useListMode();
  if (rows.error && rows.total === 0) {
    return (
      <Failed
        error={rows.error}
        onRetry={rows.retry}
        onReset={props.isNarrowed ? props.onReset : undefined}
      />
    );
  }
  if (!rows.isFirst && !rows.isStale && rows.total === 0) {
    return (
      <div className="list-nothing">
        <Nothing
          texts={props.texts}
          isNarrowed={props.isNarrowed}
          onReset={props.onReset}
          primary={props.primary}
        />
      </div>
    );
  }
  return mode === 'pages' ? (
    <Paged {...props} columns={columns} />
  ) : (
    <Scrolled {...props} columns={columns} />
  );
}

function Scrolled(props: DrawnProps) {
  const { list, rows, chosen, isNarrow, texts } = props;
  const plainHeight = useRowHeight();
  const rowHeight = isNarrow ? Math.max(cardHeight, plainHeight) : plainHeight;
  const showsBones = useAfter(true);
  const isLate = useAfter(rows.isFirst || rows.isStale);
  const sight = useNewSight();
  const { onSight } = rows;
  const see = useCallback(
    (next: Sight) => {
      sight.set(next);
      onSight(next);
    },
    [sight, onSight],
  );

  // Forty rows that arrive at once are drawn between two pictures of the scrolling, not in place of one.
  const rowAt = useDeferredValue(rows.isStale && isLate ? noRow : rows.rowAt);

  // Until the first answer the list is a screen of rows that are coming.
  const total = rows.isFirst ? limits.pageSize : rows.total;
  const reachable = Math.min(total, Math.floor(tallestPx / rowHeight));
  return (
    <>
      {rows.isPartial && <Partial onRetry={rows.retry} />}
      <Grid
        label={texts('title')}
        columns={props.columns}
        content={props.content}
        total={total}
        reachable={reachable}
        rowAt={rowAt}
        keyOf={(row) => keyOf(list, row)}
        showsBones={rows.isFirst || rows.isStale ? isLate : showsBones}
        isBusy={rows.isFirst || rows.isStale}
        asCards={isNarrow}
        rowHeight={rowHeight}
        isSelectable={props.isSelectable}
        selection={chosen.selection}
        onToggle={chosen.onToggle}
        onRange={chosen.onRange}
        onToggleAll={chosen.onToggleAll}
        onClear={chosen.onClear}
        onSort={props.onSort}
        onWidth={props.onWidth}
        hrefOf={props.hrefOf}
        onOpen={props.onOpen}
        openKey={props.address.open}
        onSight={see}
        question={`${list.id} ${props.questionText}`}
      />
      <ScrollFoot
        sight={sight}
        total={rows.isFirst ? 0 : rows.total}
        reachable={reachable}
        loaded={rows.loaded}
        isFetching={rows.isFirst}
      />
    </>
  );
}

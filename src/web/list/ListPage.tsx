/**
 * The one list of the portal (design.md §5): a `defineList` definition on the screen. Its question stands in the
 * address, its rows come from the definition's route, and an opened row's card lies beside it.
 */
import './list.css';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Route } from '#kernel/contract.ts';

import { formatNumber } from '../format.ts';
import { usePageName } from '../pageName.ts';
import { isNarrowed, isViews, shownColumns, writeAddress } from './address.ts';
import { BulkBar, type BulkAct } from './BulkBar.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { type AnyList, type AnyRow, keyOf } from './definition.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { ListBody } from './ListBody.tsx';
import type { Looks } from './look.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { questionOf } from './question.ts';
import { type TextSource, useAreaTexts } from './texts.ts';
import { Toolbar } from './Toolbar.tsx';
import { useContent } from './useContent.ts';
import { useIsNarrow } from './useIsNarrow.ts';
import { useListAddress } from './useListAddress.ts';
import { useListHere } from './useListHere.ts';
import { useMay } from './useMay.ts';
import { useRows } from './useRows.ts';
import { useSelection } from './useSelection.ts';
import { given } from './useViews.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

export interface ListPageProps<Row> {
  /** From `defineList`. */
  list: AnyList;
  /** Answers the list's question. */
  route: Route;
  /** Streams the same question as a file; without it there is no export. */
  exportRoute?: Route | undefined;
  /** Fields of the question that are not the reader's choice: whose groups, which school. */
  fixed?: Readonly<Record<string, unknown>>;
  texts: TextSource;
  looks?: Looks<Row>;
  /** What a row is called, in words. */
  nameOf: (row: Row) => string;
  /** The page a row opens. Without it, and without `card`, rows do not open. */
  rowHref?: (row: Row) => string;
  /** The card of the row named in the address, drawn beside the list. */
  card?: (open: { key: string; tab: string | undefined; close: () => void }) => ReactNode;
  /** The page's one main act, also offered when the list is empty. */
  primary?: ReactNode;
  /** What the reader should know before anything else, above the list. */
  notice?: ReactNode;
  /** Acts on chosen rows. Rows can be chosen when there are any, or when the list can be exported. */
  bulkActs?: readonly BulkAct[];
  /** Inside a card's tab: no page title, no `/`. */
  isPart?: boolean;
  /** The area's own switch between the list's views, in place of the one made from the definition. */
  views?: ReactNode;
  /** That switch is long: on one line with it there is room for the tools’ icons alone. */
  isTight?: boolean;
}

const noActs: readonly BulkAct[] = [];
const noLooks: Looks<AnyRow> = {};
const nothingFixed = {};

export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const {
    list: defined,
    route,
    exportRoute: offered,
    fixed = nothingFixed,
    rowHref,
    card,
    bulkActs = noActs,
    isPart = false,
  } = props;
  const { t } = useTranslation('list');
  const list = useListHere(defined);
  const exportRoute = useMay(offered?.permission) ? offered : undefined;
  const texts = useAreaTexts(props.texts);
  usePageName('page', isPart ? undefined : texts('title'));
  const root = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(root);
  const navigate = useNavigate();
  const [address, change] = useListAddress(list, isPart);

  const { search, filters, sort } = address;
  const question = useMemo(
    () => questionOf(list, { search, filters, sort }, fixed),
    [list, search, filters, sort, fixed],
  );
  const questionText = JSON.stringify(question);
  const rows = useRows(route, question);
  const chosen = useSelection(list, rows, questionText);
  // oxlint-disable-next-line no-unsafe-type-assertion -- the definition's rows are the area's rows
  const own = props as unknown as ListPageProps<AnyRow>;
  const content = useContent(texts, own.looks ?? noLooks, own.nameOf);

  const base = useMemo(
    () => writeAddress(list, { ...address, open: undefined, tab: undefined }),
    [list, address],
  );
  const { rowHref: pageOf } = own;
  const hasCard = card !== undefined;
  const hrefOf = useCallback(
    (row: AnyRow) => {
      if (pageOf) return pageOf(row);
      if (!hasCard) return undefined;
      return `?${new URLSearchParams({ ...given(base), open: keyOf(list, row) }).toString()}`;
    },
    [pageOf, hasCard, base, list],
  );
  const onOpen = (row: AnyRow) => {
    if (pageOf) void navigate({ href: pageOf(row) });
    else if (card)
      change({ open: keyOf(list, row), tab: undefined }, { replace: address.open !== undefined });
  };
  const onSort = (by: string) => {
    const now = address.sort ?? list.sort;
    change({ sort: { by, dir: now.by === by && now.dir === 'asc' ? 'desc' : 'asc' }, page: 1 });
  };
  const { widths } = address;
  const onWidth = useCallback(
    (column: string, width: number | undefined) => {
      const { [column]: _, ...rest } = widths;
      change({ widths: width === undefined ? rest : { ...rest, [column]: width } }, { replace: true });
    },
    [widths, change],
  );
  const onReset = useCallback(() => {
    const kept = Object.entries(filters).filter(([id]) => isViews(list.filters[id]));
    change({ search: '', filters: Object.fromEntries(kept), page: 1 });
  }, [filters, list, change]);
  const close = () => change({ open: undefined, tab: undefined });

  const total = rows.isFirst ? undefined : formatNumber(rows.total);
  const { total: count } = rows;
  // What stands on the screen is what the file has, also where it is not what the definition says.
  const seenHere = list === defined ? undefined : shownColumns(list);
  const { selection } = chosen;
  const { views, isTight = false } = props;
  // The same elements until what they show is another: a block of rows that arrives draws the rows alone.
  const exportMenu = useMemo(
    () =>
      exportRoute && (
        <ExportMenu
          route={exportRoute}
          question={question}
          columns={address.columns ?? seenHere}
          total={count}
          selection={selection}
        />
      ),
    [exportRoute, question, address, count, selection, seenHere],
  );
  const toolbar = useMemo(
    () => (
      <Toolbar
        list={list}
        address={address}
        change={change}
        texts={texts}
        isNarrow={isNarrow}
        isTight={isTight}
        hearsSlash={!isPart}
        views={views}
        onReset={onReset}
        tools={
          <>
            {!isPart && (
              <ViewsMenu list={list} address={address} change={change} isNarrow={isNarrow || isTight} />
            )}
            {!isNarrow && (
              <ColumnsMenu
                list={list}
                texts={texts}
                columns={address.columns}
                widths={address.widths}
                onChange={(columns) => change({ columns })}
                onWidth={onWidth}
                onStandard={() => change({ columns: undefined, widths: {} })}
                isNarrow={isTight}
              />
            )}
            <MoreMenu />
            {isPart && exportMenu}
          </>
        }
      />
    ),
    [list, address, change, texts, isNarrow, isPart, views, isTight, onReset, onWidth, exportMenu],
  );
  const nameOfKey = (key: string): string => {
    const row = rows
      .pages()
      .flat()
      .find((one) => keyOf(list, one) === key);
    return row ? own.nameOf(row) : key;
  };
  const isSelectable = bulkActs.length > 0 || exportRoute !== undefined;
  return (
    <div className="list" ref={root} data-part={isPart || undefined} data-narrow={isNarrow || undefined}>
      {!isPart && (
        <header className="list-top">
          <h1 className="page-title">{texts('title')}</h1>
          {total !== undefined && !rows.error && (
            <span className="list-count">{rows.isCapped ? t('countCapped', { count: total }) : total}</span>
          )}
          <div className="list-acts">
            {exportMenu}
            {props.primary}
          </div>
        </header>
      )}
      <div className="list-notice">{props.notice}</div>
      {toolbar}
      <ListBody
        list={list}
        address={address}
        change={change}
        texts={texts}
        content={content}
        rows={rows}
        route={route}
        question={question}
        questionText={questionText}
        chosen={chosen}
        isSelectable={isSelectable}
        isNarrow={isNarrow}
        isNarrowed={isNarrowed(list, address)}
        primary={props.primary}
        hrefOf={hrefOf}
        onOpen={onOpen}
        onSort={onSort}
        onWidth={onWidth}
        onReset={onReset}
      />
      {isSelectable && (
        <BulkBar
          selection={chosen.selection}
          total={rows.total}
          question={question}
          nameOf={nameOfKey}
          acts={bulkActs}
          onChooseAll={chosen.onChooseAll}
          onClear={chosen.onClear}
        />
      )}
      {card && address.open !== undefined && !rowHref && card({ key: address.open, tab: address.tab, close })}
    </div>
  );
}

/** The rows of a list: the first page, then blocks as they come into sight. Outdated questions are aborted. */
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';

import type { Route } from '#kernel/contract.ts';
import { limits } from '#kernel/limits.ts';

import { type Sight, blockSize, wantedBlocks } from './blocks.ts';
import type { AnyPage, AnyRow } from './definition.ts';
import type { Question } from './question.ts';
import { readOptions } from './read.ts';

export interface Rows {
  total: number;
  /** There are at least `total` (a search over the whole owner stops counting). */
  isCapped: boolean;
  rowAt: (index: number) => AnyRow | undefined;
  /** Rows that have been fetched for this question and are kept. */
  loaded: number;
  /** When they were last read, once everything in sight is there; changes with every reading. */
  readAt: number | undefined;
  /** The rows that are here, page by page. */
  pages: () => AnyRow[][];
  /** Nothing to show yet. */
  isFirst: boolean;
  /** The rows shown answer the question before this one. */
  isStale: boolean;
  /** A block could not be fetched; the rest of the list stands. */
  isPartial: boolean;
  error: Error | undefined;
  retry: () => void;
  onSight: (sight: Sight) => void;
  /** Fetches what is missing and gives the rows of a stretch, both ends included. */
  between: (from: number, to: number) => Promise<AnyRow[]>;
}

/** A shorter sight than this is only passed by (the scroll bar is being dragged). Milliseconds. */
const restMs = 80;

export function useRows(route: Route, question: Question): Rows {
  const client = useQueryClient();
  const ask = useCallback(
    (page: number, pageSize: number) => readOptions<AnyPage>(route, { ...question, page, pageSize }),
    [route, question],
  );

  const head = useQuery({ ...ask(1, limits.pageSize), placeholderData: keepPreviousData });
  const isStale = head.isPlaceholderData;
  const total = head.data?.TotalItems ?? 0;
  const { wanted, onSight } = useWanted(isStale ? 0 : total);
  const blocks = useQueries({ queries: wanted.map((block) => ask(block + 1, blockSize)) });

  /** Blocks of this question that were ever here; asking the cache for every block there could be takes its time. */
  const seen = useSeen(ask);
  const pages = new Map<number, AnyPage | undefined>(
    wanted.map((block, place) => [block, blocks[place]?.data]),
  );
  /** A block seen before is read from the cache, so scrolling back shows it at once. */
  const pageOf = (block: number) => {
    if (!pages.has(block)) pages.set(block, client.getQueryData<AnyPage>(ask(block + 1, blockSize).queryKey));
    const page = pages.get(block);
    if (page) seen.add(block);
    return page;
  };

  const between = useCallback(
    async (from: number, to: number) => {
      const [low, high] = from < to ? [from, to] : [to, from];
      const rows: AnyRow[] = [];
      for (let block = Math.floor(low / blockSize); block <= Math.floor(high / blockSize); block += 1) {
        const page = await client.fetchQuery({ ...ask(block + 1, blockSize), staleTime: 60_000 });
        rows.push(...page.Items.slice(Math.max(0, low - block * blockSize), high - block * blockSize + 1));
      }
      return rows;
    },
    [client, ask],
  );

  let loaded = 0;
  for (const block of new Set([...seen, ...wanted])) loaded += pageOf(block)?.Items.length ?? 0;

  const isReading = isStale || head.isFetching || blocks.some(({ isFetching }) => isFetching);
  const failed = blocks.filter(({ isError }) => isError);
  return {
    total,
    isCapped: head.data?.TotalIsCapped === true,
    rowAt: (index) =>
      (isStale ? undefined : pageOf(Math.floor(index / blockSize))?.Items[index % blockSize]) ??
      head.data?.Items[index],
    loaded: Math.max(loaded, head.data?.Items.length ?? 0),
    readAt: isReading
      ? undefined
      : Math.max(head.dataUpdatedAt, ...blocks.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    pages: () => [
      head.data?.Items ?? [],
      ...[...new Set([...seen, ...wanted])].map((block) => pageOf(block)?.Items ?? []),
    ],
    isFirst: head.isPending,
    isStale,
    isPartial: failed.length > 0,
    error: head.error ?? undefined,
    retry: () =>
      void Promise.all([...failed, ...(head.isError ? [head] : [])].map(({ refetch }) => refetch())),
    onSight,
    between,
  };
}

/** A set for as long as the same is asked. */
const useSeen = (question: unknown): Set<number> =>
  // oxlint-disable-next-line exhaustive-deps, react/memo-dependencies -- a new one for a new question
  useMemo(() => new Set<number>(), [question]);

/** The blocks to fetch now; changes only when other blocks come into sight, not with every row that scrolls by. */
function useWanted(total: number) {
  const [sight, setSight] = useState<Sight>({ first: 0, last: limits.pageSize - 1 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onSight = useCallback((next: Sight) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSight((now) => (sameBlocks(now, next) ? now : next)), restMs);
  }, []);
  const wanted = useMemo(() => wantedBlocks(sight, total), [sight, total]);
  return { wanted, onSight };
}

function sameBlocks(one: Sight, other: Sight): boolean {
  const everything = Number.MAX_SAFE_INTEGER;
  return wantedBlocks(one, everything).join(',') === wantedBlocks(other, everything).join(',');
}

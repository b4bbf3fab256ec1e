import { useCallback, useEffect, useMemo, useState } from 'react';

import type { Me, SchoolChoice } from '#areas/login/contract.ts';

import type { Session } from '../session.ts';
import type { SearchListOption, SearchListSource } from '../ui/SearchList.tsx';

const PAGE = 100;

const optionOf = ({ code, name }: SchoolChoice): SearchListOption => ({ value: code, label: name });

/** The user's own schools that match the search: every word of it; those that begin with it come first. */
export function useOwnSchools(me: Me, text: string): SearchListSource {
  const hits = useMemo(() => narrow(me.schools.map(optionOf), text), [me.schools, text]);
  return { count: hits.length, at: (index) => hits[index], isSearching: false };
}

function narrow(options: readonly SearchListOption[], text: string): readonly SearchListOption[] {
  const words = text.toLocaleLowerCase('nb').split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return options;

  const begins: SearchListOption[] = [];
  const contains: SearchListOption[] = [];
  for (const option of options) {
    const name = option.label.toLocaleLowerCase('nb');
    if (!words.every((word) => name.includes(word))) continue;
    (name.startsWith(first) ? begins : contains).push(option);
  }
  return [...begins, ...contains];
}

interface Fetched {
  search: string;
  total: number;
  schools: ReadonlyMap<number, SchoolChoice>;
}

const noSchools: Fetched = { search: '', total: 0, schools: new Map() };

/** All schools of the owner, fetched a hundred at a time as they come into sight; `lead` stands above them. */
export function useAllSchools(session: Session, text: string, lead: SearchListOption): SearchListSource {
  const search = text.trim();
  const [fetched, setFetched] = useState<Fetched>();
  const [ask, setAsk] = useState<(page: number) => void>();

  useEffect(() => {
    const abort = new AbortController();
    const asked = new Set<number>();

    const fetchPage = async (page: number) => {
      if (asked.has(page)) return;
      asked.add(page);
      try {
        const { items, total } = await session.searchSchools(search, page, abort.signal);
        if (!abort.signal.aborted) setFetched((before) => withPage(before, search, page, items, total));
      } catch {
        // Asked again when the rows next come into sight; a lost network says so in its own banner.
        asked.delete(page);
      }
    };

    const timer = setTimeout(
      () => {
        setAsk(() => (page: number) => void fetchPage(page));
        void fetchPage(1);
      },
      search === '' ? 0 : 150,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, session]);

  // The lead is a choice of its own, not a hit: it stands there until something is typed.
  const before = search === '' ? 1 : 0;
  const onVisible = useCallback(
    (first: number, last: number) => {
      const pageOf = (index: number) => Math.floor(Math.max(0, index - before) / PAGE) + 1;
      for (let page = pageOf(first); page <= pageOf(last); page += 1) ask?.(page);
    },
    [before, ask],
  );

  const { total, schools } = fetched ?? noSchools;
  return {
    count: total + before,
    at: (index) => {
      if (index < before) return lead;
      const school = schools.get(index - before);
      return school && optionOf(school);
    },
    onVisible,
    isSearching: fetched?.search !== search,
  };
}

function withPage(
  before: Fetched | undefined,
  search: string,
  page: number,
  items: readonly SchoolChoice[],
  total: number,
): Fetched {
  const schools = new Map(before?.search === search ? before.schools : []);
  for (const [index, school] of items.entries()) schools.set((page - 1) * PAGE + index, school);
  return { search, total, schools };
}

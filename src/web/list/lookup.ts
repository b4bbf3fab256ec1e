/** The choices of a `lookup` filter: classes, schools and other things only the database knows. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';

import { query } from '#kernel/contract.ts';

import { readOptions } from './read.ts';

const LookupChoice = z.union([
  z.string(),
  z.object({ value: z.string(), label: z.string(), note: z.string().optional() }),
]);

export interface LookupOption {
  value: string;
  label: string;
  /** What is special about it: the area's text `note.<note>`. */
  note?: string;
}

/** `GET <lookup>?search=` answers `{ Items: (text | { value, label, note })[] }`, for every lookup of every list. */
const lookupRoute = (path: string) =>
  query(`GET /${path.replace(/^\//, '')}`, {
    summary: 'The choices of a filter',
    permission: 'signed-in',
    input: z.object({ search: z.string().default('') }),
    output: z.object({ Items: z.array(LookupChoice) }),
  });

export function useLookup(path: string, search: string, enabled = true) {
  const route = useMemo(() => lookupRoute(path), [path]);
  const { data, isPending, isError } = useQuery({
    ...readOptions<{ Items: (string | LookupOption)[] }>(route, { search }),
    enabled,
  });
  const options = useMemo(
    () => data?.Items.map((item) => (typeof item === 'string' ? { value: item, label: item } : item)) ?? [],
    [data],
  );
  return { options, isPending, isError };
}

/** A choice by its name as the reader knows it, for filters whose values are found by searching for them. */
export function useNamedChoice(path: string, value: string | undefined): LookupOption | undefined {
  const { options } = useLookup(path, value ?? '', value !== undefined);
  return value === undefined
    ? undefined
    : (options.find((option) => option.value === value) ?? { value, label: value });
}

/** The choices of a `lookup` filter: classes, schools and other things only the database knows. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';

import { query } from '#kernel/contract.ts';

import { readOptions } from './read.ts';

const LookupChoice = z.union([z.string(), z.object({ value: z.string(), label: z.string() })]);

export interface LookupOption {
  value: string;
  label: string;
}

/** `GET <lookup>?search=` answers `{ Items: (text | { value, label })[] }`, for every lookup of every list. */
const lookupRoute = (path: string) =>
  query(`GET /${path.replace(/^\//, '')}`, {
    summary: 'The choices of a filter',
    permission: 'signed-in',
    input: z.object({ search: z.string().default('') }),
    output: z.object({ Items: z.array(LookupChoice) }),
  });

export function useLookup(path: string, search: string) {
  const route = useMemo(() => lookupRoute(path), [path]);
  const { data, isPending, isError } = useQuery(
    readOptions<{ Items: (string | LookupOption)[] }>(route, { search }),
  );
  const options = useMemo(
    () => data?.Items.map((item) => (typeof item === 'string' ? { value: item, label: item } : item)) ?? [],
    [data],
  );
  return { options, isPending, isError };
}

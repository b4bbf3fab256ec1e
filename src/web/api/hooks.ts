/** Contract rows in components. The web never writes an address or an answer's type by hand. */
import {
  keepPreviousData,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';

import type { Call, Output, Route } from '#kernel/contract.ts';
import type { Refusal } from '#kernel/errors.ts';

import type { CallOptions } from './client.ts';
import type { NoAnswer } from './failure.ts';
import { client } from './start.ts';

type Failure = Refusal | NoAnswer;

/** What a row is about, as its address says: `user`, `group`, `logging` … */
const subjectOf = (route: Route): string => route.signature.split('/')[1] ?? '';

export const call = <R extends Route>(route: R, input: Call<R>, options?: CallOptions): Promise<Output<R>> =>
  client.call(route, input, options);

/** A read as options of TanStack Query, for hooks that ask many at once. Outdated questions are aborted. */
export function readOptions<R extends Route>(
  route: R,
  input: Call<R>,
  options: Omit<CallOptions, 'signal'> = {},
) {
  return {
    queryKey: [subjectOf(route), route.signature, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => client.call(route, input, { ...options, signal }),
  };
}

interface ReadOptions extends Omit<CallOptions, 'signal'> {
  /** False waits with asking. */
  enabled?: boolean;
  /** Milliseconds between askings while the page is seen. */
  everyMs?: number;
}

/** While the next question is under way, the answer to the one before stays on the screen. */
export function useRead<R extends Route>(
  route: R,
  input: Call<R>,
  { enabled = true, everyMs, ...options }: ReadOptions = {},
): UseQueryResult<Output<R>, Failure> {
  return useQuery<Output<R>, Failure>({
    ...readOptions(route, input, options),
    enabled,
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}

/** The logs show every change, so they are never fresh after one. */
const ALWAYS_TOUCHED = ['logging'];

/** A write makes everything read about its subject stale, and about those it `touches` besides. */
export function useWrite<R extends Route>(
  route: R,
  { touches = [], ...options }: Omit<CallOptions, 'signal' | 'key'> & { touches?: readonly string[] } = {},
): UseMutationResult<Output<R>, Failure, Call<R>> {
  const queries = useQueryClient();
  return useMutation<Output<R>, Failure, Call<R>>({
    mutationFn: (input) => client.call(route, input, options),
    onSuccess: async () => {
      const subjects = [subjectOf(route), ...ALWAYS_TOUCHED, ...touches];
      await Promise.all(subjects.map((subject) => queries.invalidateQueries({ queryKey: [subject] })));
    },
  });
}

/** Contract reads for a mechanism that does not know its rows by type: the definition promises what they are. */
import type { Route } from '#kernel/contract.ts';

import { readOptions as typedReadOptions } from '../api/hooks.ts';

export function readOptions<Data>(route: Route, input: Readonly<Record<string, unknown>>) {
  const { queryKey, queryFn } = typedReadOptions(route, { ...input });
  return {
    queryKey,
    // oxlint-disable-next-line no-unsafe-type-assertion -- see above
    queryFn: (context: { signal: AbortSignal }) => queryFn(context) as Promise<Data>,
  };
}

/** What has been read lives here, with TanStack Query. */
import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

import { settings } from '#areas/settings/contract.ts';

const FRESH_MS = 10_000;

/** The portal's settings, and the user's own. */
const sameEverywhere = new Set<unknown>([settings.site.signature, settings.own.signature]);

/**
 * What is read for the first time while something is written would be told as it was before: the query is not asked again as
 * long as it has no answer. So it is asked anew.
 */
class Queries extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    await this.cancelQueries({
      ...filters,
      predicate: (query) =>
        query.state.data === undefined &&
        query.getObserversCount() > 0 &&
        (filters.predicate?.(query) ?? true),
    });
    await super.invalidateQueries(filters, options);
  }

  /** All but what is the same at every school: a switch asks for what the page shows there, and no more. */
  forgetSchool(): void {
    this.removeQueries({ predicate: ({ queryKey: [, signature] }) => !sameEverywhere.has(signature) });
  }
}

/** Calls repeat themselves where that helps (`send.ts`), so a failed query is not tried again on top of it. */
export const queryClient = new Queries({
  defaultOptions: { queries: { retry: false, staleTime: FRESH_MS }, mutations: { retry: false } },
});

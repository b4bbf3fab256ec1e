/** What has been read lives here, with TanStack Query. */
import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 10_000;

/** Calls repeat themselves where that helps (`send.ts`), so a failed query is not tried again on top of it. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: FRESH_MS }, mutations: { retry: false } },
});

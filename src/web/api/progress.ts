/** Server-sent events read with fetch, which can carry the Authorization header as EventSource cannot. */
import type { Call, Route } from '#kernel/contract.ts';

import { readEvents, type ServerEvent } from './events.ts';
import { client } from './start.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The events as they come, until the server ends the stream or the reader stops. Rejects when the line breaks. */
export async function* follow<R extends Route>(
  route: R,
  input: Call<R>,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  // A missing answer to a background question leads nowhere: the row itself is asked for as well.
  const response = await client.open(route, { ...input }, { signal, handleErrors: false, timeoutMs: DAY_MS });
  if (response.body) yield* readEvents(response.body);
}

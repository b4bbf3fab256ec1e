/**
 * An answer the database has already made, as JSON text. A page of rows is neither read into the process nor written
 * out again on its way to the browser, which was an eighth of what a list cost the portal.
 */
import { isDeepStrictEqual } from 'node:util';

import type { Route } from '#kernel/contract.ts';

export interface Made<Answer> {
  json: string;
  /** What the text says; never there, the compiler alone looks at it. */
  says?: Answer;
}

export function isMade(answer: unknown): answer is Made<unknown> {
  return typeof answer === 'object' && answer !== null && 'json' in answer && typeof answer.json === 'string';
}

/** Nothing strips a made answer of what the contract does not promise, so tests hold it to the letter. */
export function mustBeAsPromised({ signature, output }: Route, { json }: Made<unknown>): void {
  const told: unknown = JSON.parse(json);
  const promised: unknown = JSON.parse(JSON.stringify(output.parse(told)));
  if (!isDeepStrictEqual(promised, told)) {
    throw new Error(`${signature} answers something else than its contract says`);
  }
}

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
  const told = JSON.parse(json, asMoment);
  const promised = JSON.parse(JSON.stringify(output.parse(JSON.parse(json))), asMoment);
  if (!isDeepStrictEqual(promised, told)) {
    throw new Error(`${signature} answers something else than its contract says`);
  }
}

/** The database writes a moment in UTC with its offset, JavaScript with a Z: the same moment. */
const asMoment = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;

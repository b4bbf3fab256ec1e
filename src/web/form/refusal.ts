/** Any failure of a call as the form needs it. */
import type { FieldProblem, Params } from '#kernel/errors.ts';
import { Refusal } from '#kernel/errors.ts';

import { NoAnswer, Refused } from '../api/failure.ts';

export interface RefusalLike {
  code: string;
  params: Params;
  fields: readonly FieldProblem[];
  traceId: string;
}

export function asRefusal(error: unknown): RefusalLike {
  if (error instanceof NoAnswer) return { code: error.code, params: {}, fields: [], traceId: '' };
  if (!(error instanceof Refusal)) return { code: 'save.failed', params: {}, fields: [], traceId: '' };
  const { params = {}, fields = [] } = error.details;
  const traceId = error instanceof Refused ? error.traceId : '';
  return { code: error.code, params, fields, traceId };
}

/** The reader's sentence for a refusal, with the number to give the service desk. */
export function refusalText({ code, params, traceId }: RefusalLike, t: unknown): string {
  // oxlint-disable-next-line no-unsafe-type-assertion -- the code comes from the server
  const say = t as (key: string, params?: object) => string;
  const text = say(code, { ...params, ns: 'errors', defaultValue: say('save.failed', { ns: 'errors' }) });
  return traceId === '' ? text : `${text} ${say('reference', { reference: traceId, ns: 'form' })}`;
}

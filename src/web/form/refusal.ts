/** Any failure of a call as the form needs it. */
import type { FieldProblem, Params } from '#kernel/errors.ts';
import { Refusal } from '#kernel/errors.ts';

import { NoAnswer, Refused } from '../api/failure.ts';
import { loose } from '../loose.ts';
import { grantersText, whyText } from '../why/words.ts';

export interface RefusalLike {
  code: string;
  params: Params;
  fields: readonly FieldProblem[];
  /** The rule that decided, and the roles it lets through. */
  why?: { rule: string; grantedBy: readonly string[] } | undefined;
  traceId: string;
}

export function asRefusal(error: unknown): RefusalLike {
  if (error instanceof NoAnswer) return { code: error.code, params: {}, fields: [], traceId: '' };
  if (!(error instanceof Refusal)) return { code: 'save.failed', params: {}, fields: [], traceId: '' };
  const { params = {}, fields = [], why } = error.details;
  const traceId = error instanceof Refused ? error.traceId : '';
  return { code: error.code, params, fields, why, traceId };
}

/** The reader's sentence for a refusal: what stands in the way, who can, and the number to give the service desk. */
export function refusalText({ code, params, why, traceId }: RefusalLike, t: unknown): string {
  const say: (key: string, params?: object) => string = loose(t);
  const text = say(code, { ...params, ns: 'errors', defaultValue: say('save.failed', { ns: 'errors' }) });
  const parts = [
    // Of a right that is lacking, the rule says more than that there is no access.
    code === 'access.denied' && why ? whyText(why) : text,
    code !== 'access.denied' && why ? grantersText(why) : undefined,
    traceId === '' ? undefined : say('reference', { reference: traceId, ns: 'form' }),
  ];
  return parts.filter(Boolean).join(' ');
}

/** How a call fails in the browser. */
import { type ErrorCode, Problem, Refusal } from '#kernel/errors.ts';

/** A refusal of the server with what HTTP said; `traceId` is the number to give the service desk. */
export class Refused extends Refusal {
  readonly status: number;
  readonly traceId: string;

  constructor(
    code: ErrorCode,
    status: number,
    { params, fields, why, traceId }: Omit<Problem, 'status' | 'code'>,
  ) {
    super(code, { params, fields, ...(why && { why }) });
    this.status = status;
    this.traceId = traceId;
  }
}

/** No answer came. `timeout` counts as status 408 (specification §8), `offline` has none. */
export class NoAnswer extends Error {
  readonly code: 'network.timeout' | 'network.offline';
  readonly status: number;

  constructor(reason: 'timeout' | 'offline', options?: ErrorOptions) {
    super(`No answer: ${reason}`, options);
    this.name = 'NoAnswer';
    this.code = `network.${reason}`;
    this.status = reason === 'timeout' ? 408 : 0;
  }
}

/** An answer that is not one of ours (a proxy's page, an empty body) is a plain failure of its status. */
export async function refusedBy(response: Response): Promise<Refused> {
  const body: unknown = await response.json().catch(() => undefined);
  const problem = Problem.safeParse(body).data ?? Problem.parse({});
  return new Refused(problem.code, response.status, problem);
}

export const statusOf = (error: unknown): number =>
  error instanceof Refused || error instanceof NoAnswer ? error.status : 0;

import { SourceFailure, type SourceFailureCode } from '../port.ts';

/** Why nothing could be fetched. `found` never has a secret: addresses are shown without their query. */
export const fetchFailure = (
  code: Extract<SourceFailureCode, `fetch.${string}`>,
  found: string,
): SourceFailure => new SourceFailure(code, { line: 1, column: 1 }, found.slice(0, 200));

/** A network error as its code: messages of some contain the address with what was sent. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer';

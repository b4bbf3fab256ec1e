import { DatabaseError } from 'pg';

/** Operator intervention and states of a server that is not the writable one just now. */
const lostStates = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: starting, stopping or recovering
  '57P05', // idle_session_timeout
  '25006', // read_only_sql_transaction: we still talk to the old primary after a fail-over
  '53300', // too_many_connections
]);

const lostNetwork = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What the driver says without a code of any kind. */
const lostMessages = [
  'Connection terminated',
  'timeout expired',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Postgres connection has been discarded',
];

/** Whether the statement was given up because it took longer than it may. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '57014';

/**
 * Whether `error` means that the database could not be reached, or not be written to, so that the same request may
 * succeed later (HTTP answers 503 with Retry-After). A statement that was refused or took too long is not that.
 */
export function isDatabaseLost(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof AggregateError && at.errors.some(isDatabaseLost)) return true;
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (at instanceof DatabaseError && (code.startsWith('08') || lostStates.has(code))) return true;
    if (lostNetwork.has(code)) return true;
    if (lostMessages.some((message) => at instanceof Error && at.message.startsWith(message))) return true;
  }
  return false;
}

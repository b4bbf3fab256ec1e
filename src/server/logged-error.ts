/** An error as one log line holds it. */
interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  /** Of a refused statement: what was refused, never the values (PostgreSQL's `detail` quotes them). */
  constraint?: string;
  table?: string;
  cause?: unknown;
}

/** How deep causes are followed: deeper ones say nothing new, and a cause may name itself. */
const MOST_CAUSES = 4;

const named = ['code', 'constraint', 'table'] as const;

/** National and provisional numbers, also as they are written with a space after the birth date. */
const numbers = /\b\d{6} ?\d{5}\b/g;

/**
 * What failed and where, fit for a log: the named fields alone, with personal numbers in its words masked.
 * What is no error is given back as it is.
 */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const logged: LoggedError = {
    type: error.constructor.name,
    message: error.message.replace(numbers, '[number]'),
  };
  if (error.stack !== undefined) logged.stack = error.stack.replace(numbers, '[number]');
  for (const name of named) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') logged[name] = value;
  }
  if (error.cause !== undefined && depth < MOST_CAUSES) logged.cause = loggedError(error.cause, depth + 1);
  return logged;
}

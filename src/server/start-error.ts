/** Why the process cannot start or go on: one clear line for the operator, and the exit code that goes with it. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}

/** A setting is missing, unknown or wrong: nothing was tried yet. */
export const WRONG_SETTING = 2;

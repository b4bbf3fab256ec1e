import { AsyncLocalStorage } from 'node:async_hooks';

import { type Logger, pino } from 'pino';

import { loggedError } from './logged-error.ts';

/** The levels as the specification names them (specification §9). */
export const logLevels = ['off', 'error', 'warning', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

const pinoLevels = { off: 'silent', error: 'error', warning: 'warn', info: 'info', debug: 'debug' } as const;
const specLevels: Record<string, string> = { warn: 'warning', fatal: 'error', trace: 'debug' };

const context = new AsyncLocalStorage<Readonly<Record<string, unknown>>>();

/** Whatever is logged while `work` runs carries `fields`, above all the correlation id of a request or a job. */
export function withLogFields<T>(fields: Readonly<Record<string, unknown>>, work: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, work);
}

const secretNames = [
  'password',
  'authorization',
  'cookie',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'client_secret',
  'clientSecret',
  'nationalNumber',
  'national_number',
];

/** One JSON line per event on standard output, for whatever collects the logs. */
export const log: Logger = pino({
  level: pinoLevels.warning,
  messageKey: 'message',
  errorKey: 'error',
  serializers: { error: (error: unknown) => loggedError(error) },
  base: null,
  timestamp: () => `,"at":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: specLevels[label] ?? label }) },
  mixin: () => ({ ...context.getStore() }),
  // Secrets and personal numbers are never logged on purpose; this catches the object somebody logs whole.
  redact: {
    paths: [
      ...secretNames,
      ...secretNames.map((name) => `*.${name}`),
      ...secretNames.map((name) => `*.*.${name}`),
      '*.headers["set-cookie"]',
    ],
    censor: '[hidden]',
  },
});

export function setLogLevel(level: LogLevel): void {
  log.level = pinoLevels[level];
}

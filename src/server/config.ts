import { z } from 'zod';

import { logLevels } from './log.ts';

/** One setting of the installation, read from the environment variable `name`. */
export interface Setting {
  name: string;
  /** For the operator, one or two sentences. */
  about: string;
  /** What holds when it is not given, in the form the environment would give it. */
  initial?: string;
  /** The default in words, where it is not a fixed value. */
  initially?: string;
  /** Never printed, and may be given as a file by `<name>_FILE`. */
  secret?: true;
  schema: z.ZodType<unknown, string | undefined>;
}

const HIGHEST_PORT = 65_535;
const KEY_BYTES = 32;

const text = z.string();
const wholeNumber = (least: number, most: number) =>
  text
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);
const switched = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');
const webAddress = (wording: string) =>
  z.url({ protocol: /^https?$/, error: wording }).transform((value) => value.replace(/\/+$/, ''));
const mailAddress = z.email('must be an address such as portal@example.no');
const list = text.transform((value) => value.split(/[\s,]+/).filter(Boolean));

/** Every setting there is (the text of docs/configuration.md): what is not here is not read. */
export const settings = {
  port: {
    name: 'PORT',
    about: 'The port of the portal: web and API. 0 takes any free port.',
    initial: '3000',
    schema: wholeNumber(0, HIGHEST_PORT),
  },
  host: {
    name: 'HOST',
    about: 'The address to listen on. 0.0.0.0 listens on all; do that behind a proxy that ends TLS.',
    initial: '127.0.0.1',
    schema: text,
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    about:
      'The address people type, such as https://portal.example.no. With https the cookies are marked Secure and browsers are told to stay on https.',
    initially: 'http://localhost:PORT',
    schema: webAddress('must be an address such as https://portal.example.no').optional(),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    about:
      'Addresses or ranges of the proxies in front, separated by commas. Only from these is X-Forwarded-For believed.',
    initially: 'none',
    schema: list.optional(),
  },
  metricsPort: {
    name: 'METRICS_PORT',
    about: 'The port of the metrics (Prometheus, OpenMetrics), or off. Never open it to the outside.',
    initial: '9464',
    schema: z.union([z.literal('off').transform(() => undefined), wholeNumber(0, HIGHEST_PORT)], {
      error: `must be off or a whole number from 0 to ${HIGHEST_PORT}`,
    }),
  },
  metricsHost: {
    name: 'METRICS_HOST',
    about: 'The address the metrics listen on.',
    initial: '127.0.0.1',
    schema: text,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    about:
      'A PostgreSQL server, 16 or newer: postgres://user:password@host:5432/database. Without it the portal runs its own PostgreSQL in the data folder.',
    initially: 'the embedded PostgreSQL',
    secret: true,
    schema: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must be an address such as postgres://user:password@host/database',
      })
      .optional(),
  },
  databaseConnections: {
    name: 'VAKTMESTER_DATABASE_CONNECTIONS',
    about:
      'The most connections to the database that requests use at a time. Heavy requests have 4 of their own on top, jobs and imports 6.',
    initial: '10',
    schema: wholeNumber(2, 500),
  },
  data: {
    name: 'VAKTMESTER_DATA',
    about:
      'The data folder: the embedded database, the generated key, files kept by the portal. A portal of your own, begun with npm start -- --own, lives in ./portal unless another is named.',
    initial: './data',
    schema: text,
  },
  encryptionKey: {
    name: 'ENCRYPTION_KEY',
    about:
      'The key that national numbers are encrypted and looked up with: 32 random bytes or more in base64 (openssl rand -base64 32). Keep a copy apart from the database: without it the numbers are lost.',
    initially: 'generated once into the data folder (encryption-key); required with DATABASE_URL',
    secret: true,
    schema: z
      .base64({ error: `must be at least ${KEY_BYTES} random bytes in base64` })
      .transform((value) => Buffer.from(value, 'base64'))
      .refine((key) => key.length >= KEY_BYTES, `must be at least ${KEY_BYTES} random bytes in base64`)
      .optional(),
  },
  demo: {
    name: 'DEMO',
    about:
      'Runs the demo municipality: simulated outside systems, known accounts, a clock that can be moved. Plainly marked on every screen; never for real people.',
    initially:
      'true without DATABASE_URL, otherwise false; false in the data folder of a portal begun with --own',
    schema: switched.optional(),
  },
  rateLimits: {
    name: 'RATE_LIMITS',
    about: 'Limits how often one caller may call. Set to false only to measure how much the portal carries.',
    initial: 'true',
    schema: switched,
  },
  importFolder: {
    name: 'IMPORT_FOLDER',
    about: 'A folder in which the student information system leaves files to import; each is taken once.',
    initially: 'none; in the demo the folder import in the data folder',
    schema: text.optional(),
  },
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    about:
      'The federation to sign in with, by its issuer address, such as https://auth.dataporten.no for Feide.',
    initially: 'none; in the demo the simulated federation',
    schema: webAddress('must be an address such as https://auth.dataporten.no').optional(),
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    about: 'The client id the federation gave this portal.',
    initially: 'none',
    schema: text.optional(),
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    about: 'The client secret the federation gave this portal.',
    initially: 'none',
    secret: true,
    schema: text.optional(),
  },
  oidcRealms: {
    name: 'OIDC_REALMS',
    about:
      'The realms of the federation whose users are this owner’s, separated by commas, such as fjordby.no: the part of the federation name after the @.',
    initially: 'none',
    schema: list.optional(),
  },
  directoryUrl: {
    name: 'DIRECTORY_URL',
    about:
      'The directory that keeps the accounts, Active Directory or Samba: ldaps://dc1.example.no. With ldap:// the connection is upgraded with StartTLS before anything is said.',
    initially: 'none; in the demo the simulated directory',
    schema: z
      .url({ protocol: /^ldaps?$/, error: 'must be an address such as ldaps://dc1.example.no' })
      .optional(),
  },
  directoryUser: {
    name: 'DIRECTORY_USER',
    about:
      'The account the portal signs in to the directory with, such as portal@example.no. It needs full control under DIRECTORY_BASE, and nothing elsewhere.',
    initially: 'none',
    schema: text.optional(),
  },
  directoryPassword: {
    name: 'DIRECTORY_PASSWORD',
    about: 'The password of that account.',
    initially: 'none',
    secret: true,
    schema: text.optional(),
  },
  directoryBase: {
    name: 'DIRECTORY_BASE',
    about:
      'The place in the directory under which the portal keeps a unit per school, such as OU=Skoler,DC=example,DC=no. It must exist; the portal touches nothing outside it.',
    initially: 'none',
    schema: text
      .regex(/^\w+=.+DC=/i, { error: 'must be a place such as OU=Skoler,DC=example,DC=no' })
      .optional(),
  },
  directoryCa: {
    name: 'DIRECTORY_CA',
    about:
      'The certificate (PEM) of the authority that signed the directory’s own, or the name of a file with it.',
    initially: 'the authorities Node trusts',
    schema: text.optional(),
  },
  directoryUserDomain: {
    name: 'DIRECTORY_USER_DOMAIN',
    about: 'What follows the @ in the names people sign in to the directory with.',
    initially: 'the domain of DIRECTORY_BASE',
    schema: text.optional(),
  },
  mailUrl: {
    name: 'MAIL_URL',
    about:
      'The mail server the portal hands its mail to: smtp://mail.example.no:587 (goes over to TLS by STARTTLS) or smtps://mail.example.no.',
    initially: 'none',
    schema: z
      .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://mail.example.no:587' })
      .optional(),
  },
  mailUser: {
    name: 'MAIL_USER',
    about: 'The account the portal signs in to the mail server with.',
    initially: 'none: the server takes mail from this machine without signing in',
    schema: text.optional(),
  },
  mailPassword: {
    name: 'MAIL_PASSWORD',
    about: 'The password of that account.',
    initially: 'none',
    secret: true,
    schema: text.optional(),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    about: 'The address the portal’s mail comes from, such as portal@example.no.',
    initially: 'none',
    schema: mailAddress.optional(),
  },
  mailTo: {
    name: 'MAIL_TO',
    about: 'Who the portal writes to about its own operation, separated by commas.',
    initially: 'none',
    schema: list.pipe(z.array(mailAddress)).optional(),
  },
  mailCa: {
    name: 'MAIL_CA',
    about: 'The certificate (PEM) of the authority that signed the mail server’s own.',
    initially: 'the authorities Node trusts',
    schema: text.optional(),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    about: `How much is logged: ${logLevels.join(', ')}.`,
    initial: 'warning',
    schema: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }),
  },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;

type Given = { readonly [Key in SettingKey]: z.output<(typeof settings)[Key]['schema']> };

/** The whole configuration, checked: what the process runs with. */
export type Config = Omit<Given, 'publicUrl' | 'demo' | 'trustedProxies' | 'oidcRealms' | 'mailTo'> & {
  readonly publicUrl: string;
  readonly demo: boolean;
  readonly trustedProxies: readonly string[];
  readonly oidcRealms: readonly string[];
  readonly mailTo: readonly string[];
  /** The settings that the environment gives; they win over what the portal keeps (`connections/`). */
  readonly given: ReadonlySet<SettingKey>;
};

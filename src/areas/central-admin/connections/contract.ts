/**
 * The connections of the portal: its own address, the federation, the directory, the folder of
 * files and the mail server. What the
 * environment gives is shown and cannot be changed here. Secrets are written and never answered.
 */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Done, Nothing } from '#kernel/fields.ts';

const ADDRESS_MAXIMUM = 500;
const TEXT_MAXIMUM = 500;
const SECRET_MAXIMUM = 500;
const CERTIFICATE_MAXIMUM = 20_000;

const Line = z.string().trim().max(TEXT_MAXIMUM);
const Needed = Line.min(1);
/** Empty: the secret that is kept stays. */
const Secret = z.string().max(SECRET_MAXIMUM).default('');
const webAddress = (protocol: RegExp) =>
  z
    .string()
    .trim()
    .max(ADDRESS_MAXIMUM)
    .pipe(z.url({ protocol, error: 'url' }));

export const connectionGroups = ['address', 'federation', 'directory', 'files', 'mail'] as const;
export type ConnectionGroup = (typeof connectionGroups)[number];

/** Separated by commas or spaces. */
const Address = z.object({ publicUrl: webAddress(/^https?$/), trustedProxies: Line });
const Federation = z.object({
  oidcIssuer: webAddress(/^https?$/),
  oidcClientId: Needed,
  oidcClientSecret: Secret,
  oidcRealms: Needed,
});
/** PEM; empty = the authorities that Node trusts. */
const Certificate = z
  .string()
  .trim()
  .max(CERTIFICATE_MAXIMUM)
  .refine((text) => text === '' || text.includes('-----BEGIN CERTIFICATE-----'), { error: 'certificate' });
const Directory = z.object({
  directoryUrl: webAddress(/^ldaps?$/),
  directoryUser: Needed,
  directoryPassword: Secret,
  directoryBase: Needed.regex(/^\w+=.+DC=/i, { error: 'directoryBase' }),
  directoryCa: Certificate,
  directoryUserDomain: Line,
});
const Files = z.object({ importFolder: Needed });
const Mail = z.object({
  mailUrl: webAddress(/^smtps?$/),
  /** Empty, with the password: the server takes mail from this machine without signing in. */
  mailUser: Line,
  mailPassword: Secret,
  mailFrom: Line.pipe(z.email({ error: 'email' })),
  /** Separated by commas or spaces. */
  mailTo: Needed.refine((text) => mailAddresses(text).every((one) => z.email().safeParse(one).success), {
    error: 'emails',
  }),
  mailCa: Certificate,
});

export const mailAddresses = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Where the values of a group come from; `none`: nobody has set them. */
const Source = z.enum(['environment', 'portal', 'none']);
const state = { source: Source, waitsForRestart: z.boolean() };

export const ConnectionsAnswer = z.object({
  address: z.object({ ...state, publicUrl: z.string(), trustedProxies: z.string() }),
  federation: z.object({
    ...state,
    oidcIssuer: z.string(),
    oidcClientId: z.string(),
    oidcRealms: z.string(),
    hasSecret: z.boolean(),
    /** To be registered with the federation. */
    callbackUrl: z.string(),
    signedOutUrl: z.string(),
  }),
  directory: z.object({
    ...state,
    directoryUrl: z.string(),
    directoryUser: z.string(),
    directoryBase: z.string(),
    directoryCa: z.string(),
    directoryUserDomain: z.string(),
    hasSecret: z.boolean(),
  }),
  files: z.object({ ...state, importFolder: z.string() }),
  mail: z.object({
    ...state,
    mailUrl: z.string(),
    mailUser: z.string(),
    mailFrom: z.string(),
    mailTo: z.string(),
    mailCa: z.string(),
    hasSecret: z.boolean(),
  }),
});
export type ConnectionsAnswer = z.output<typeof ConnectionsAnswer>;

/** The parts of a test, in order; after one that failed those that need it are skipped. */
export const checkNames = [
  'address.https',
  'address.reached',
  'address.certificate',
  'address.same',
  'federation.discovery',
  'federation.client',
  'directory.reached',
  'directory.certificate',
  'directory.sign-in',
  'directory.base',
  'directory.units',
  'directory.accounts',
  'directory.passwords',
  'directory.changes',
  'directory.moves',
  'directory.groups',
  'directory.removals',
  'directory.deleted',
  'directory.password-policy',
  'files.folder',
  'files.writable',
  'mail.reached',
  'mail.encrypted',
  'mail.sign-in',
  'mail.accepted',
] as const;

export const Check = z.object({
  name: z.enum(checkNames),
  /** `warning`: it works, but somebody should look at it. */
  outcome: z.enum(['ok', 'warning', 'failed', 'skipped']),
  /** What the other system said, in its own words; null where the name of the check says it all. */
  said: z.string().nullable(),
});
export type Check = z.output<typeof Check>;
const Checks = z.object({ Items: z.array(Check) });

const errors = ['connections.from-environment'] as const;
/** The secret that is kept is sent nowhere but where it was meant for. */
const withSecret = [...errors, 'connections.secret-needed'] as const;
const saving = { permission: 'connections.manage', event: 'connections.changed' } as const;
/** A test asks other systems, which may take its time. */
const testing = {
  permission: 'connections.manage',
  event: 'connections.tested',
  operation: 'own',
  rate: 'export',
  output: Checks,
} as const;

export const connections = {
  read: query('GET /connections', {
    summary: 'The connections of the portal, where each is set, and never their secrets',
    permission: 'connections.manage',
    input: Nothing,
    output: ConnectionsAnswer,
  }),
  setAddress: command('PUT /connections/address', {
    summary: 'Set the public address and the proxies in front; used after a restart',
    ...saving,
    input: Address,
    output: Done,
    errors,
  }),
  setFederation: command('PUT /connections/federation', {
    summary: 'Set the federation people sign in through; used at once',
    ...saving,
    secret: true,
    input: Federation,
    output: Done,
    errors: withSecret,
  }),
  setDirectory: command('PUT /connections/directory', {
    summary: 'Set the directory that keeps the accounts; used at once',
    ...saving,
    secret: true,
    input: Directory,
    output: Done,
    errors: withSecret,
  }),
  setFiles: command('PUT /connections/files', {
    summary: 'Set the folder in which files are left to import; used at once',
    ...saving,
    input: Files,
    output: Done,
    errors,
  }),
  setMail: command('PUT /connections/mail', {
    summary: 'Set the mail server and who the portal writes to; used at once',
    ...saving,
    secret: true,
    input: Mail,
    output: Done,
    errors: withSecret,
  }),
  disconnect: command('DELETE /connections', {
    summary: 'Forget the settings of a connection, with its secrets',
    permission: 'connections.manage',
    event: 'connections.removed',
    input: z.object({ group: z.enum(connectionGroups) }),
    output: Done,
    errors,
  }),
  testAddress: command('POST /connections/address/test', {
    summary: 'Ask for the portal at a public address, as a browser would',
    ...testing,
    input: Address,
  }),
  testFederation: command('POST /connections/federation/test', {
    summary: 'Ask a federation whether it knows the client and its secret',
    ...testing,
    secret: true,
    input: Federation,
    errors: withSecret,
  }),
  testDirectory: command('POST /connections/directory/test', {
    summary:
      'Sign in to a directory and try each right the portal needs there, in a unit of its own that is removed again',
    ...testing,
    secret: true,
    input: Directory,
    errors: withSecret,
  }),
  testFiles: command('POST /connections/files/test', {
    summary: 'Look whether a folder is there and files can be moved in it',
    ...testing,
    input: Files,
  }),
  testMail: command('POST /connections/mail/test', {
    summary: 'Send a mail through a mail server, to those the portal would write to',
    ...testing,
    secret: true,
    input: Mail,
    errors: withSecret,
  }),
  /** For `testAddress`: a server that answers with the right word is a node of this portal. */
  who: query('GET /public/portal', {
    summary: 'A word that tells this portal from another, and nothing else',
    permission: 'anyone',
    calledBy: 'portal',
    input: Nothing,
    output: z.object({ portal: z.string() }),
  }),
};

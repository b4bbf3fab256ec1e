/** Every setting of the enforcement point for Squid (the text of docs/web-filter-squid.md): it has its own process. */
import { z } from 'zod';

import type { Setting } from '../config.ts';
import { logLevels } from '../log.ts';

const text = z.string();
const list = text.transform((value) => value.split(/[\s,]+/).filter(Boolean));
const SECRET_BYTES = 32;

/** A word of Squid's configuration: what would end it, or begin another line, is no part of one. */
const word = text.regex(/^[^\s"\\#]+$/, 'must be one word without quotes');
const path = text.regex(/^\/[^"\\#\n]*$/, 'must be a whole path, such as /etc/vaktmester/proxy.keytab');
const identities = ['kerberos', 'ldaps', 'addresses'] as const;

export const webFilterSettings = {
  portal: {
    name: 'WEB_FILTER_PORTAL',
    about: 'The address of the portal, such as https://portal.example.no.',
    initially: 'required',
    schema: z.url({ protocol: /^https?$/, error: 'must be an address such as https://portal.example.no' }),
  },
  point: {
    name: 'WEB_FILTER_POINT',
    about: 'The id of this point, as the portal showed it.',
    initially: 'required',
    schema: z.uuid('must be an id as the portal shows it'),
  },
  secret: {
    name: 'WEB_FILTER_SECRET',
    about: 'The secret of this point, as the portal showed it once.',
    initially: 'required',
    secret: true,
    schema: text
      .transform((value) => Buffer.from(value, 'base64url'))
      .refine((secret) => secret.length === SECRET_BYTES, 'must be the secret as the portal showed it'),
  },
  folder: {
    name: 'WEB_FILTER_FOLDER',
    about: 'Where the point keeps its last set and what Squid needs.',
    initial: '/var/lib/vaktmester-web-filter',
    schema: path,
  },
  identity: {
    name: 'WEB_FILTER_IDENTITY',
    about:
      'How people are known: kerberos, ldaps, both, or addresses. Machines in the domain sign in by Kerberos unasked; ldaps asks for the user name and password of the directory; addresses asks nobody, and knows the person by the address the school has given in the portal.',
    initial: 'kerberos',
    schema: list.pipe(
      z
        .array(z.enum(identities, `must be some of ${identities.join(', ')}`))
        .min(1, 'must name at least one'),
    ),
  },
  keytab: {
    name: 'WEB_FILTER_KEYTAB',
    about: 'The keytab of the proxy, readable by Squid. With kerberos.',
    initial: '/etc/squid/proxy.keytab',
    schema: path,
  },
  service: {
    name: 'WEB_FILTER_SERVICE',
    about: 'The name of the proxy in the keytab, such as HTTP/proxy.example.no. With kerberos.',
    initially: 'HTTP/ and WEB_FILTER_NAME',
    schema: word.optional(),
  },
  kerberosConfiguration: {
    name: 'WEB_FILTER_KRB5_CONFIG',
    about: 'A Kerberos configuration other than /etc/krb5.conf. With kerberos.',
    schema: path.optional(),
  },
  directoryUrl: {
    name: 'WEB_FILTER_DIRECTORY_URL',
    about: 'The directory, such as ldaps://dc1.example.no. With ldaps.',
    schema: z
      .url({ protocol: /^ldaps$/, error: 'must be an address such as ldaps://dc1.example.no' })
      .optional(),
  },
  directoryBase: {
    name: 'WEB_FILTER_DIRECTORY_BASE',
    about: 'Where the people are, such as OU=Skoler,DC=example,DC=no. With ldaps.',
    schema: text
      .regex(/^[^"\\\n]+=[^"\\\n]+$/, 'must be a place such as OU=Skoler,DC=example,DC=no')
      .optional(),
  },
  directoryUser: {
    name: 'WEB_FILTER_DIRECTORY_USER',
    about: 'Who looks people up, as CN=…. It needs no rights but to read. With ldaps.',
    schema: text.regex(/^[^"\\\n]+$/, 'must be a name without quotes').optional(),
  },
  directoryPasswordFile: {
    name: 'WEB_FILTER_DIRECTORY_PASSWORD_FILE',
    about: 'A file with the password of WEB_FILTER_DIRECTORY_USER, readable by Squid. With ldaps.',
    schema: path.optional(),
  },
  directoryCa: {
    name: 'WEB_FILTER_DIRECTORY_CA',
    about: 'A file with the certificates to trust. With ldaps.',
    initially: 'those the machine trusts',
    schema: path.optional(),
  },
  squid: {
    name: 'WEB_FILTER_SQUID',
    about:
      'own: the point starts a Squid of its own and keeps it running. other: a Squid that others run takes in the lines that --snippet prints.',
    initial: 'own',
    schema: z.enum(['own', 'other'], 'must be own or other'),
  },
  program: {
    name: 'WEB_FILTER_SQUID_PROGRAM',
    about: 'The program to start.',
    initial: '/usr/sbin/squid',
    schema: path,
  },
  user: {
    name: 'WEB_FILTER_SQUID_USER',
    about: 'The account Squid runs as, when the point runs as root.',
    initial: 'proxy',
    schema: word,
  },
  listen: {
    name: 'WEB_FILTER_LISTEN',
    about: 'Where people’s machines find the proxy: a port, or addresses with ports, separated by commas.',
    initial: '3128',
    schema: list.pipe(
      z
        .array(text.regex(/^(?:[\w.[\]:-]+:)?\d{1,5}$/, 'must be ports, or addresses with ports'))
        .min(1, 'must name a port'),
    ),
  },
  clients: {
    name: 'WEB_FILTER_CLIENTS',
    about: 'Whose requests are taken at all: ranges of addresses, separated by commas.',
    initial: '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 127.0.0.0/8, ::1, fc00::/7, fe80::/10',
    schema: list.pipe(
      z.array(text.regex(/^[\da-fA-F.:]+(?:\/\d{1,3})?$/, 'must be ranges such as 10.0.0.0/8')).min(1),
    ),
  },
  name: {
    name: 'WEB_FILTER_NAME',
    about: 'The name of the proxy, as machines know it.',
    initially: 'the name of the machine',
    schema: word.optional(),
  },
  accessLog: {
    name: 'WEB_FILTER_ACCESS_LOG',
    about:
      'A file for Squid to write down who asked for what. That is personal data: leave it out unless you need it and may.',
    initially: 'none',
    schema: path.optional(),
  },
  include: {
    name: 'WEB_FILTER_INCLUDE',
    about:
      'A file with lines of your own for Squid: TLS, a parent proxy, name servers. It is read before the locks: what is allowed there, no lock reaches.',
    initially: 'none',
    schema: path.optional(),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    about: 'What is logged, one JSON line each on standard output: off, error, warning, info or debug.',
    initial: 'info',
    schema: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
  },
} as const satisfies Record<string, Setting>;

export type WebFilterConfig = {
  [Key in keyof typeof webFilterSettings]: z.output<(typeof webFilterSettings)[Key]['schema']>;
};

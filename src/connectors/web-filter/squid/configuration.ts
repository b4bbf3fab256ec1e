/**
 * Squid's configuration: whole for the Squid a point runs itself, and the part that matters for one that others run
 * (docs/web-filter-squid.md). Only the last four lines of `enforcement` are the lock; the rest is how to know people.
 */
import { placeOf } from './active-requests.ts';
import { QUESTION_FORMAT } from './question.ts';
import { REFUSAL_PAGE } from './refusal.ts';

export interface Kerberos {
  keytab: string;
  /** `HTTP/proxy.skole.no`, as in the keytab. */
  service: string;
  /** A Kerberos configuration other than the machine's own. */
  configuration?: string | undefined;
}

export interface Ldaps {
  url: string;
  base: string;
  user: string;
  passwordFile: string;
  /** The certificates to trust; the machine's own when not given. */
  ca?: string | undefined;
}

export interface Identity {
  kerberos?: Kerberos | undefined;
  ldaps?: Ldaps | undefined;
}

interface Enforcement {
  identity: Identity;
  /** The program Squid asks: Node, the helper and the point's socket. */
  helper: readonly [program: string, ...parameters: string[]];
  /** Where Debian keeps the programs that ask the directory. */
  programs?: string;
}

export interface SquidConfiguration extends Enforcement {
  /** Everybody may ask here: `3128`, or `10.0.0.2:3128`. */
  listen: readonly string[];
  /** Whose requests are taken at all. */
  clients: readonly string[];
  /** How Squid calls itself. */
  hostName: string;
  /** Of its own files. */
  folder: string;
  pages: string;
  /** Who asked for what is written down nowhere, unless a file is named. */
  accessLog?: string | undefined;
  /** Lines of the operator's own, read before the locks: what they allow no lock reaches. */
  include?: string | undefined;
  /** Everything goes on to a parent proxy, which looks names up; this machine perhaps cannot. */
  hasParent?: boolean;
}

const PROGRAMS = '/usr/lib/squid';

/** What a lock needs of any Squid, in this order, before anything that allows. */
export function enforcement({ identity, helper, programs = PROGRAMS }: Enforcement): string {
  return `${[...asking(identity, programs), ...locking(helper)].join('\n')}\n`;
}

function asking({ kerberos, ldaps }: Identity, programs: string): string[] {
  const lines: string[] = [];
  if (kerberos) {
    const where = kerberos.configuration ? environment({ KRB5_CONFIG: kerberos.configuration }) : '';
    lines.push(
      `auth_param negotiate program ${where}${programs}/negotiate_kerberos_auth -k ${word(kerberos.keytab)} -s ${word(kerberos.service)} -r`,
      'auth_param negotiate children 40 startup=2 idle=2 queue-size=2000',
      'auth_param negotiate keep_alive on',
    );
  }
  if (ldaps) {
    const where = ldaps.ca ? environment({ LDAPTLS_CACERT: ldaps.ca, LDAPTLS_REQCERT: 'demand' }) : '';
    lines.push(
      `auth_param basic program ${where}${programs}/basic_ldap_auth -R -c 5 -t 5 -b ${word(ldaps.base)} -D ${word(ldaps.user)} -W ${word(ldaps.passwordFile)} -f "(&(objectClass=user)(sAMAccountName=%s))" -H ${word(ldaps.url)}`,
      'auth_param basic children 40 startup=2 idle=2 queue-size=2000',
      'auth_param basic realm Skolenettet',
      'auth_param basic credentialsttl 5 minutes',
    );
  }
  if (lines.length > 0) lines.push('acl known_user proxy_auth REQUIRED', 'http_access deny !known_user');
  return lines;
}

/** `ttl=0`: an answer counts for one question, so a lock begins and ends between two of them. */
const locking = (helper: readonly string[]): string[] => [
  `external_acl_type internet_lock ttl=0 negative_ttl=0 cache=0 children-max=2 children-startup=2 children-idle=2 concurrency=1000 queue-size=20000 ${QUESTION_FORMAT} ${helper.map(word).join(' ')}`,
  'acl permitted external internet_lock',
  `deny_info ${REFUSAL_PAGE} permitted`,
  // Never `deny locked`: that would be open for as long as nobody answers.
  'http_access deny !permitted',
];

/** The whole of a Squid that does nothing but this. */
export function squidConfiguration(options: SquidConfiguration): string {
  const { listen, clients, hostName, folder, pages, accessLog, include, hasParent = false } = options;
  const places = listen.map(placeOf);
  const named = places.map(({ host }) => host).filter((host) => !anyHost.has(host));
  const hosts = [...new Set(['127.0.0.1', '::1', ...named])].join(' ');
  const ports = [...new Set(places.map(({ port }) => port))];
  const lines = [
    ...listen.map((where) => `http_port ${where}`),
    `visible_hostname ${hostName}`,
    'pid_filename none',
    `coredump_dir ${word(folder)}`,
    `cache_log ${word(`${folder}/squid.log`)}`,
    accessLog === undefined ? 'access_log none' : `access_log stdio:${word(accessLog)} squid`,
    `error_directory ${word(pages)}`,
    'cache deny all',
    'cache_mem 8 MB',
    'memory_pools off',
    'netdb_filename none',
    'pinger_enable off',
    'max_filedescriptors 65536',
    'shutdown_lifetime 0 seconds',
    'httpd_suppress_version_string on',
    'forwarded_for delete',
    'via off',
    'acl clients src ' + clients.join(' '),
    `acl this_machine src ${hosts}`,
    `acl itself dst ${hosts}`,
    `acl own_ports port ${ports.join(' ')}`,
    // Nobody's address: the operator adds the machine's own sites that are there for everybody.
    'acl local_sites dst 255.255.255.255',
    // The point looks there, when it starts, for who is connected.
    'http_access allow manager this_machine',
    'http_access deny manager',
    'http_access deny !clients',
    ...(include === undefined ? [] : [`include ${word(include)}`]),
    enforcement(options).trimEnd(),
    // By way of the proxy nobody is the machine it runs on: not to Squid itself, which tells it who is connected, nor to
    // what listens there for that machine alone. After the locks, since names are looked up for it.
    'http_access deny own_ports itself',
    ...(hasParent ? [] : ['http_access deny to_localhost !local_sites']),
    'http_access allow all',
  ];
  return `${lines.join('\n')}\n`;
}

/** Listening everywhere is at no address of its own. */
const anyHost: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

const environment = (variables: Record<string, string>): string =>
  `/usr/bin/env ${Object.entries(variables)
    .map(([name, value]) => word(`${name}=${value}`))
    .join(' ')} `;

/** As Squid reads one word of a line. What it cannot read as one is refused where the settings are read. */
const word = (text: string): string =>
  /[\s"#]/.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : text;

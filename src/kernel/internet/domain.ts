/**
 * Domains of locks, packages and lists (specification §5): what may be written, what it opens, and which host an
 * address leads to. The explanation, the form and the enforcement all ask here.
 */
import type { Params } from '../errors.ts';

/** Letters of the Latin script only: a name that merely looks like another is written in a second script. */
const LABEL = /^[\p{Script=Latin}\p{Nd}](?:[\p{Script=Latin}\p{Nd}-]{0,61}[\p{Script=Latin}\p{Nd}])?$/u;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const LONGEST = 253;

/** The web's own ports. What is open is open for the web, not for whatever else a tunnel could carry. */
export const webPorts: readonly number[] = [80, 443];

export type DomainFault = 'scheme' | 'period' | 'domain';

/** How a domain is kept: lower case, ASCII (`skøyte.no` is `xn--skyte-wua.no`); or what is wrong with it. */
export function readDomain(typed: string): { domain: string } | { fault: DomainFault } {
  const text = typed.trim().toLowerCase();
  if (/^[a-z][a-z0-9+.-]*:\/\//.test(text)) return { fault: 'scheme' };
  if (text.startsWith('.') || text.endsWith('.')) return { fault: 'period' };
  const labels = text.split('.');
  // One word alone would open a whole country's names.
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return { fault: 'domain' };
  const host = hostOf(text)?.host;
  if (host === undefined || host.length > LONGEST) return { fault: 'domain' };
  // `1.2.3` and `0x7f.1` are addresses to a browser; they are written in full or not at all.
  if (isAddress(host) && host !== text) return { fault: 'domain' };
  return { domain: host };
}

/**
 * The domain an address leads to that was written where a domain belongs (`https://www.nrk.no/skole`); undefined when
 * it is a domain already, or leads somewhere a domain cannot say: another port, or a name with a user before it.
 */
export function domainInAddress(typed: string): string | undefined {
  const text = typed.trim();
  if ('domain' in readDomain(text) || /@/.test(text)) return undefined;
  const isAddressOfPage = /^https?:\/\//i.test(text) || (!text.includes('://') && /[/?#]/.test(text));
  const found = isAddressOfPage ? hostOf(text) : undefined;
  if (!found || (found.port !== undefined && !webPorts.includes(found.port))) return undefined;
  const read = readDomain(found.host);
  return 'domain' in read ? read.domain : undefined;
}

/** Everything wrong with a list of domains, as problems of one field; a faultless one has none. */
export function domainProblems(
  typed: readonly string[],
  path: string,
): { path: string; key: DomainFault; params: Params }[] {
  return typed.flatMap((domain) => {
    const read = readDomain(domain);
    return 'fault' in read ? [{ path, key: read.fault, params: { domain } }] : [];
  });
}

/** Each domain once, as it is kept, in order; what is no domain is left out. */
export function keptDomains(typed: readonly string[]): string[] {
  const kept = typed.map(readDomain).flatMap((read) => ('domain' in read ? [read.domain] : []));
  return [...new Set(kept)].toSorted();
}

export interface Host {
  host: string;
  /** As the address says it, or as its scheme means it; undefined when neither does. */
  port: number | undefined;
}

const schemePorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'ws:': 80, 'wss:': 443 };

/** The host an address leads to, as a browser would read it: a whole address, a host with its port, or a host. */
export function hostOf(address: string): Host | undefined {
  const text = address.trim();
  if (text === '' || /\s/.test(text)) return undefined;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  let url: URL;
  try {
    url = new URL(hasScheme ? text : `none://${text}`);
    // Only for the web's schemes a URL reads `2130706433` and `xn--` as browsers do.
    if (!(url.protocol in schemePorts)) url = new URL(`http://${url.host}`);
  } catch {
    return undefined;
  }
  const host = url.hostname.replace(/\.$/, '');
  if (host === '') return undefined;
  const written = /:(\d{1,5})$/.exec(hostPart(text));
  const meant = hasScheme ? schemePorts[`${text.split(':', 1)[0]?.toLowerCase() ?? ''}:`] : undefined;
  return { host, port: written ? Number(written[1]) : meant };
}

/** `host:port` of an address, without who asks and what for. */
function hostPart(address: string): string {
  const rest = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').split(/[/?#\\]/, 1)[0] ?? '';
  return rest.slice(rest.lastIndexOf('@') + 1);
}

/** A number address: `10.0.0.1`, `[2001:db8::1]`. It has no subdomains. */
export const isAddress = (host: string): boolean => ADDRESS.test(host) || host.startsWith('[');

/** A domain opens itself and everything under it; `notudir.no` is not under `udir.no`. */
export function covers(domain: string, host: string): boolean {
  if (host === domain) return true;
  return !isAddress(host) && !isAddress(domain) && host.endsWith(`.${domain}`);
}

/** Every domain that would open a host: itself and, of a name, what it lies under. `covers`, turned around. */
export function domainsOver(host: string): string[] {
  if (isAddress(host)) return [host];
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

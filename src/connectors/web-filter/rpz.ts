/**
 * Locks as a response policy zone (RPZ) for one address, which a DNS server applies to that client alone: a view of
 * BIND, a tag of Unbound. While the address is shut, every name is said not to exist but those that are open.
 */
import type { Shut } from './by-address.ts';

/** Seconds: how often the server looks, and how long an answer may be kept. */
const LOOK_S = 10;
const KEPT_S = 5;

export function zoneOf(shut: readonly Shut[], now: Date): string {
  const current = shut.find(({ from, until }) => from <= now && now < until);
  const serial = Math.floor(now.getTime() / 1_000) % 2 ** 32;
  const head = [
    `$TTL ${KEPT_S}`,
    `@ IN SOA localhost. vaktmester.localhost. ${serial} ${LOOK_S} ${LOOK_S} 86400 ${KEPT_S}`,
    '@ IN NS localhost.',
  ];
  if (!current) return `${head.join('\n')}\n`;
  const open = current.open.flatMap((domain) =>
    isNumber(domain) ? [] : [`${domain} CNAME rpz-passthru.`, `*.${domain} CNAME rpz-passthru.`],
  );
  return `${[...head, ...open, '* CNAME .'].join('\n')}\n`;
}

/** Nobody asks a DNS server for an address in numbers. */
const isNumber = (domain: string): boolean => /^[\d.]+$/.test(domain);

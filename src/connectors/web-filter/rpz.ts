/**
 * Locks as a response policy zone (RPZ) for one address, which a DNS server applies to that client alone: a view of
 * BIND, a tag of Unbound. While the address is shut, every name is said not to exist but those that are open.
 */
import { domainsOver, isAddress } from '#kernel/internet/domain.ts';

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
  // Nobody asks a DNS server for an address in numbers.
  const named = new Set(current.open.filter((domain) => !isAddress(domain)));
  const widest = [...named].filter((domain) => !above(domain).some((wider) => named.has(wider)));
  // A wildcard does not speak for what lies beside a name of the zone: with `udir.no` in it, `*` says nothing of `vg.no`.
  const beside = [...new Set(widest.flatMap(above))].toSorted();
  return `${[...head, ...both(widest, 'rpz-passthru.'), ...both(beside, '.'), '* CNAME .'].join('\n')}\n`;
}

/** What a domain lies under, without itself. */
const above = (domain: string): string[] => domainsOver(domain).slice(1);

const both = (domains: readonly string[], told: string): string[] =>
  domains.flatMap((domain) => [`${domain} CNAME ${told}`, `*.${domain} CNAME ${told}`]);

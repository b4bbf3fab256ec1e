/** A PAC file and a zone of DNS, read as a browser and a DNS server read them, for tests. */
import { runInNewContext } from 'node:vm';

const numberOf = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

// Bits above the thirty-first have a sign in JavaScript: compared as such on both sides.
const inNet = (address: string, net: string, mask: string): boolean =>
  (numberOf(address) & numberOf(mask)) === (numberOf(net) & numberOf(mask));

/** Whom a browser at an address is sent to; `now`: by its machine's own clock. */
export function askPac(pac: string, url: string, { from, now }: { from: string; now: Date }): string {
  const { hostname } = new URL(url);
  const world = {
    myIpAddress: () => from,
    isInNet: inNet,
    Date: class {
      getTime() {
        return now.getTime();
      }
    },
  };
  return String(
    runInNewContext(`${pac}\nFindProxyForURL(${JSON.stringify(url)}, ${JSON.stringify(hostname)})`, world),
  );
}

/** Whether a zone lets a name through, with wildcards as DNS has them: for what has no nearer name in the zone. */
export function askZone(zone: string, name: string): boolean {
  const told = new Map(
    [...zone.matchAll(/^(\S+) CNAME (\S+)$/gm)].map(([, owner = '', to = '']) => [owner, to] as const),
  );
  const isThere = (domain: string) =>
    [...told.keys()].some((owner) => owner === domain || owner.endsWith(`.${domain}`));
  const labels = name.split('.');
  const above = labels.map((_, index) => labels.slice(index + 1).join('.'));
  const nearest = above.find((domain) => domain === '' || isThere(domain)) ?? '';
  const wildcard = nearest === '' ? '*' : `*.${nearest}`;
  return (told.get(name) ?? (isThere(name) ? undefined : told.get(wildcard))) !== '.';
}

/**
 * Locks as a proxy auto-configuration file: the browser refuses by itself, for schools without a proxy. A courtesy, no
 * wall (docs/internet-locks.md says what it cannot do).
 */
import type { Shut } from './by-address.ts';

/** Nothing listens there: what is sent to it is refused by the machine itself. */
const NOWHERE = 'PROXY 127.0.0.1:9';

/** `ahead`: portal's time less real time, since browsers know only their machine's. */
export function pacOf(shutBy: ReadonlyMap<string, readonly Shut[]>, ahead: number): string {
  const lists = new Map<string, number>();
  const listOf = (open: readonly string[]) => {
    const text = JSON.stringify(open);
    const place = lists.get(text) ?? lists.size;
    lists.set(text, place);
    return place;
  };
  // Many machines have the same times.
  const written = new Map<readonly Shut[], string>();
  const times = (shut: readonly Shut[]) => {
    const text =
      written.get(shut) ??
      JSON.stringify(
        shut.map(({ from, until, open }) => [from.getTime() - ahead, until.getTime() - ahead, listOf(open)]),
      );
    written.set(shut, text);
    return text;
  };
  const single = [...shutBy].filter(([address]) => !address.includes('/'));
  // The functions of PAC know ranges of the older kind of addresses alone.
  const ranges = [...shutBy]
    .flatMap(([address, shut]) => {
      const [net = '', bits] = address.split('/');
      return bits === undefined || net.includes(':') ? [] : [{ net, bits: Number(bits), shut }];
    })
    .toSorted((one, other) => other.bits - one.bits);
  const at = single.map(([address, shut]) => `${JSON.stringify(address)}:${times(shut)}`);
  const within = ranges.map(({ net, bits, shut }) => `["${net}","${maskOf(bits)}",${times(shut)}]`);
  return `// Internet locks by address. Made by the portal; see docs/internet-locks.md for what this cannot do.
var at = {${at.join(',')}};
var within = [${within.join(',')}];
var lists = [${[...lists.keys()].join(',')}];
function opens(list, host) {
  for (var i = 0; i < list.length; i++) {
    if (host === list[i]) return true;
    if (!/^[0-9.]+$/.test(list[i]) && host.slice(-list[i].length - 1) === '.' + list[i]) return true;
  }
  return false;
}
function shutOf(address) {
  if (at[address]) return at[address];
  for (var i = 0; i < within.length; i++) if (isInNet(address, within[i][0], within[i][1])) return within[i][2];
  return [];
}
function FindProxyForURL(url, host) {
  var times = shutOf(myIpAddress());
  var now = new Date().getTime();
  host = host.toLowerCase().replace(/\\.$/, '');
  var port = /^[a-z]+:\\/\\/[^\\/?#]*:([0-9]+)(?:[\\/?#]|$)/i.exec(url);
  var web = /^(https?|wss?):/i.test(url) && (!port || port[1] === '80' || port[1] === '443');
  for (var i = 0; i < times.length; i++) {
    if (now >= times[i][0] && now < times[i][1]) {
      return web && opens(lists[times[i][2]], host) ? 'DIRECT' : '${NOWHERE}';
    }
  }
  return 'DIRECT';
}
`;
}

const maskOf = (bits: number): string =>
  [0, 8, 16, 24].map((before) => 256 - 2 ** (8 - Math.min(8, Math.max(0, bits - before)))).join('.');

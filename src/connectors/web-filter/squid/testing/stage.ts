/** A Squid with a point for the tests of one file: three people who are known by their address, and the hosts they ask for. */
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach } from 'vitest';

import { openLink } from '../../protocol/link.ts';
import { openPortalTime, type PortalTime } from '../../protocol/portal-time.ts';
import { openSquidPoint, type SquidPoint } from '../point.ts';
import { openTestPortal, type TestPortal } from './portal.ts';
import { curl, freePort, includeHosts, squidAccount, squidFolder } from './squid.ts';
import { openWorld, type World } from './world.ts';

export const KARI = '127.77.0.1';
export const OLA = '127.77.0.2';
export const EXAM = '127.77.0.3';
export const NOBODY = '127.77.0.9';
const seats: [string, string][] = [
  [KARI, 'kari'],
  [OLA, 'ola'],
  [EXAM, 'graeks-1001'],
];
const names = ['vg.no', 'udir.no', 'sok.udir.no', 'notudir.no', 'udir.no.evil.com', 'fjordby.no', 'snl.no'];

export interface Stage {
  folder: string;
  world: World;
  portal: TestPortal;
  point: SquidPoint;
  port: number;
  /** What the point has said in this test. */
  said: string[];
  /** What the point knows of the portal's clock. */
  time: PortalTime;
  openPoint: () => Promise<SquidPoint>;
  get: (from: string, url: string) => Promise<string>;
  /** What Squid has heard and not answered, as it says it. */
  whatIsAsked: () => Promise<string>;
  /** Asks until the answer is what it is to be: how long that took, in milliseconds. */
  became: (from: string, wanted: string, since?: number) => Promise<number>;
}

/** Within a `describe`: it stands before the first test and is gone after the last; each begins without a lock. */
export function useStage(): Stage {
  let remove: (() => void) | undefined;
  const openPoint = async (): Promise<SquidPoint> => {
    stage.time = openPortalTime();
    const { folder, portal, port, world, time } = stage;
    return openSquidPoint({
      point: portal.key.id,
      link: openLink({ portal: portal.url, key: portal.key, time }),
      time,
      software: 'squid',
      folder: join(folder, 'point'),
      account: squidAccount(),
      identity: {},
      byAddress: true,
      place: { host: '127.0.0.1', port },
      squid: {
        program: 'squid',
        listen: [`127.0.0.1:${port}`],
        clients: ['127.0.0.0/8'],
        hostName: 'proxy.skole.test',
        include: includeHosts(folder, world.hostsFile),
      },
      say: (_level, text) => void stage.said.push(text),
    });
  };
  const proxy = () => `http://127.0.0.1:${stage.port}`;
  const get: Stage['get'] = async (from, url) => (await curl(proxy(), url, ['--interface', from])).code;
  const became: Stage['became'] = async (from, wanted, since = Date.now()) => {
    while ((await get(from, 'http://vg.no/')) !== wanted) {
      if (Date.now() - since > 10_000) throw new Error(`${from} never became ${wanted}`);
    }
    return Date.now() - since;
  };
  const whatIsAsked = async () => (await fetch(`${proxy()}/squid-internal-mgr/active_requests`)).text();
  // oxlint-disable-next-line no-unsafe-type-assertion -- the rest stands before the first test
  const stage = { said: [], openPoint, get, became, whatIsAsked } as unknown as Stage;

  beforeAll(async () => {
    ({ folder: stage.folder, remove } = squidFolder());
    stage.portal = await openTestPortal();
    stage.world = await openWorld(stage.folder, names);
    stage.port = await freePort();
    stage.portal.seat(seats);
    stage.point = await openPoint();
    await became(OLA, '200');
  }, 60_000);

  afterAll(async () => {
    await stage.point.close();
    await Promise.all([stage.portal.stop(), stage.world.stop()]);
    remove?.();
  });

  beforeEach(async () => {
    stage.portal.set([]);
    await became(KARI, '200');
    stage.said = [];
  });
  return stage;
}

/** A portal, a point with its Squid, the network between them and the world beyond, to be killed by a test. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { openRelay } from '#connectors/web-filter/squid/testing/relay.ts';
import { freePort, includeHosts, squidFolder } from '#connectors/web-filter/squid/testing/squid.ts';
import { openWorld } from '#connectors/web-filter/squid/testing/world.ts';
import { runPoint } from '#server/testing/point.ts';

import { crashingPortal } from '../crash/portal.ts';

export interface Stage {
  /** Where Squid listens. */
  port: number;
  /** `meanwhile`: what is done while a part is away. */
  happenings: Readonly<Record<string, (meanwhile: () => Promise<void>) => Promise<void>>>;
  close: () => Promise<void>;
}

/** `between`: a number by chance. */
export async function openStage(
  database: string,
  pages: readonly string[],
  between: (least: number, most: number) => number,
): Promise<Stage> {
  const { folder, remove } = squidFolder();
  const [portalPort, port] = [await freePort(), await freePort()];
  const portal = crashingPortal(database, {
    PORT: String(portalPort),
    VAKTMESTER_DATA: join(folder, 'data'),
  });
  await portal.start();
  const relay = await openRelay(portalPort);
  const world = await openWorld(folder, pages);
  const { status, body } = await portal.visitor.send('POST /internetlock/points', { name: 'Squid' });
  if (status !== 200) throw new Error(`No point was made: ${JSON.stringify(body)}`);
  const place = {
    portal: `http://127.0.0.1:${relay.port}`,
    made: body,
    folder,
    port,
    include: includeHosts(folder, world.hostsFile),
  };
  let point = runPoint(place);
  await point.open();

  async function startPoint(): Promise<void> {
    point = runPoint(place);
    await point.open();
  }
  const killPoint = async () => {
    point.process.kill('SIGKILL');
    await point.end();
  };
  const away = (state: 'cut' | 'swallow', longest: number) => async (meanwhile: () => Promise<void>) => {
    relay.set(state);
    await delay(between(200, longest));
    await meanwhile();
    await delay(between(200, longest));
    relay.set('whole');
  };

  return {
    port,
    happenings: {
      'portal killed': async (meanwhile) => {
        await portal.kill();
        await meanwhile();
        await delay(between(0, 1_500));
        await portal.start();
      },
      'point killed': async (meanwhile) => {
        await killPoint();
        await meanwhile();
        await delay(between(0, 500));
        await startPoint();
      },
      'both killed': async (meanwhile) => {
        await Promise.all([portal.kill(), killPoint()]);
        await startPoint();
        await meanwhile();
        await delay(between(0, 1_000));
        await portal.start();
      },
      /** The Squid of the point, as the point itself has written it down. */
      'Squid killed': async (meanwhile) => {
        const note = await readFile(join(folder, 'point', 'squid', 'squid.pid'), 'utf8');
        process.kill(Number(/"pid":(\d+)/.exec(note)?.[1]), 'SIGKILL');
        await meanwhile();
      },
      'network cut': away('cut', 1_500),
      'network silent': away('swallow', 2_000),
    },
    async close() {
      point.process.kill('SIGTERM');
      await Promise.all([point.end(), portal.kill()]);
      await Promise.all([relay.close(), world.stop()]);
      remove();
    },
  };
}

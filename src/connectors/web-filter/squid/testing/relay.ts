/** The network between a point and the portal, for tests: may be cut, swallow what is sent, or be slow. */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { portOf } from '../../../port-of.ts';

export interface Relay {
  port: number;
  /** `cut`: nobody gets through, and knows it. `swallow`: nobody gets through, and nobody is told. */
  set: (state: 'whole' | 'cut' | 'swallow') => void;
  /** What the portal says comes so slowly, in bytes of a millisecond. */
  slow: (pace: number) => void;
  close: () => Promise<void>;
}

const TURN_MS = 20;

export async function openRelay(to: number): Promise<Relay> {
  let state: 'whole' | 'cut' | 'swallow' = 'whole';
  let pace = Number.POSITIVE_INFINITY;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    near.on('data', (data) => {
      if (state !== 'swallow') far.write(data);
    });
    far.on('data', (data) => void trickle(far, near, data));
  });
  async function trickle(far: Socket, near: Socket, data: Buffer): Promise<void> {
    far.pause();
    const portion = pace * TURN_MS;
    for (let start = 0; start < data.length; start += portion) {
      if (start > 0) await delay(TURN_MS);
      if (state !== 'swallow') near.write(data.subarray(start, start + portion));
    }
    far.resume();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  return {
    slow(wanted) {
      pace = wanted;
    },
    port,
    set(wanted) {
      state = wanted;
      if (wanted === 'cut') for (const socket of open) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

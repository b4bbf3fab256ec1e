/** The network between a point and the portal, for tests: may be cut, or swallow what is sent. */
import { connect, createServer, type Socket } from 'node:net';

import { portOf } from '../../../port-of.ts';

export interface Relay {
  port: number;
  /** `cut`: nobody gets through, and knows it. `swallow`: nobody gets through, and nobody is told. */
  set: (state: 'whole' | 'cut' | 'swallow') => void;
  close: () => Promise<void>;
}

export async function openRelay(to: number): Promise<Relay> {
  let state: 'whole' | 'cut' | 'swallow' = 'whole';
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
      one.on('data', (data) => {
        if (state !== 'swallow') other.write(data);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  return {
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

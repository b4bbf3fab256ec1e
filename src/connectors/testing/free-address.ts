/** Loopback addresses for systems of a test that need their own well-known ports. */
import { createServer } from 'node:net';

const part = (least: number, most: number): number => least + Math.floor(Math.random() * (most - least));

/** One where nothing listens on these ports, chosen anew for each run: several may run beside each other. */
export async function freeAddress(ports: readonly number[]): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const address = `127.${part(20, 250)}.${part(1, 250)}.${part(2, 250)}`;
    const free = await Promise.all(ports.map((port) => isFree(address, port)));
    if (free.every(Boolean)) return address;
  }
  throw new Error('no loopback address is free');
}

const isFree = (address: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, address, () => probe.close(() => resolve(true)));
  });

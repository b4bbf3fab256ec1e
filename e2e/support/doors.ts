/**
 * An address of its own for each worker, which stays the same while the portals behind it change: a browser that has the
 * portal's programs from one file of stories then has them for the next.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Door {
  address: string;
  /** Leads to another portal, or nowhere; whoever still talks to the one before is cut off. */
  leadTo: (address: string | undefined) => void;
  close: () => void;
}

export async function openDoor(): Promise<Door> {
  let port: number | undefined;
  const open = new Set<Socket>();
  const server = createServer((guest) => {
    if (port === undefined) return void guest.destroy();
    const host = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [guest, host],
      [host, guest],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.pipe(to);
      // Whichever side goes first takes the other along.
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line no-unsafe-type-assertion -- it listens on a port
  const { port: own } = server.address() as AddressInfo;
  const leadTo = (address: string | undefined): void => {
    port = address === undefined ? undefined : Number(new URL(address).port);
    for (const socket of open) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${own}`,
    leadTo,
    close: () => {
      leadTo(undefined);
      server.close();
    },
  };
}

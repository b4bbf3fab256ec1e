/** What the portal is to enforcement points: the leases it hands out, and whom it believes. */
import type { KnownPoint, WebFilter } from '#connectors/web-filter/port.ts';
import { SKEW_S } from '#connectors/web-filter/protocol/signature.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import type { Listener } from '#server/postgres/listener.ts';
import type { Vault } from '#server/vault.ts';

import * as calls from './calls.ts';
import { openFeed } from './feed.ts';

interface Means {
  db: Db;
  /** The portal's clock. */
  clock: Clock;
  /** Real time. */
  time: Clock;
  vault: Vault;
  /** Told of exam users who were seen at a point: a door of the area of exams. */
  signedIn: (db: Db, seen: readonly Seen[], now: Date) => Promise<void>;
}

interface Seen {
  userName: string;
  machine: string;
  at: Date;
}

export async function openWebFilter(
  { db, clock, time, vault, signedIn }: Means,
  listener: Pick<Listener, 'on'>,
): Promise<WebFilter> {
  const feed = await openFeed({ db, clock }, listener);
  return {
    feed,
    portalTime: clock.now,
    realTime: time.now,
    async servedBy(id) {
      const known = isId(id) ? await calls.findServed(db, id) : undefined;
      return known && { schoolIds: known.wholeOwner ? undefined : known.schoolIds };
    },
    async find(id) {
      if (!isId(id)) return undefined;
      const signer = await calls.findSigner(db, id);
      if (!signer) return undefined;
      const schoolIds = signer.wholeOwner ? undefined : signer.schoolIds;
      return { point: { id, schoolIds }, key: { id, secret: readSecret(vault.decrypt(signer.cipher)) } };
    },
    use: ({ id }, nonce) => calls.useNonce(db, id, nonce, time.now()),
    async note({ id }: KnownPoint, { clock: told, signIns, ...report }) {
      const now = clock.now();
      const realNow = time.now();
      // The point measures against the portal's clock, which a demo moves; what is shown is against real time.
      const moved = now.getTime() - realNow.getTime();
      const clocks = { clockMs: moved - told.offset, roundTripMs: told.roundTrip };
      await db.transaction().execute(async (tx) => {
        await calls.noteReport(tx, id, { ...report, ...clocks }, realNow);
        const seen = signIns.map(({ user, address, at }) => ({
          userName: user,
          machine: address,
          at: new Date(at),
        }));
        await signedIn(tx, seen, now);
      });
    },
    // Twice as long as a signature counts: clocks may be wrong both ways.
    forget: () => calls.forgetNonces(db, new Date(time.now().getTime() - 2 * SKEW_S * 1000)),
  };
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const readSecret = (secret: string): Buffer => Buffer.from(secret, 'base64url');

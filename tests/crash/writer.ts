/**
 * Somebody who changes one user again and again, and knows what was acknowledged. A write whose outcome is unknown is
 * sent again with its own key, as the browser does.
 */
import { expect } from 'vitest';
import { z } from 'zod';

import type { Visitor } from '#server/testing/visitor.ts';

interface Write {
  key: string;
  version: number;
  description: string;
}

const Stored = z.object({ version: z.number(), description: z.string().nullable() });

export interface Writer {
  /** Writes until the portal is gone. */
  writeUntilGone: () => Promise<void>;
  /** After a restart: nothing acknowledged is lost, and the write in flight is done once. */
  settle: () => Promise<void>;
  acknowledged: () => number;
}

export function writer(visitor: Visitor, userName: string): Writer {
  let acknowledged: z.output<typeof Stored> = { version: 1, description: null };
  let count = 0;
  let inFlight: Write | undefined;

  const send = ({ key, version, description }: Write) =>
    visitor.send('PUT /user/update', { userName, version, description }, { key });
  const read = async () => {
    const { status, body } = await visitor.send('GET /user/:name', { name: userName });
    expect(status).toBe(200);
    return Stored.parse(body);
  };

  return {
    acknowledged: () => count,
    writeUntilGone: async () => {
      for (;;) {
        inFlight ??= {
          key: crypto.randomUUID(),
          version: acknowledged.version,
          description: `skriv ${acknowledged.version + 1}`,
        };
        try {
          const { status, body } = await send(inFlight);
          expect({ status, code: body['code'] }).toEqual({ status: 200, code: undefined });
        } catch (error) {
          if (error instanceof TypeError) return; // `fetch` lost its connection: the portal is gone
          throw error;
        }
        acknowledged = { version: inFlight.version + 1, description: inFlight.description };
        inFlight = undefined;
        count += 1;
      }
    },
    settle: async () => {
      const stored = await read();
      const possible = [acknowledged];
      if (inFlight) possible.push({ version: inFlight.version + 1, description: inFlight.description });
      expect(possible).toContainEqual(stored);
      if (!inFlight) return;

      // Twice: the second must change nothing, whatever became of the first.
      for (const _ of [1, 2]) {
        const { status } = await send(inFlight);
        expect(status).toBe(200);
      }
      acknowledged = { version: inFlight.version + 1, description: inFlight.description };
      inFlight = undefined;
      expect(await read()).toEqual(acknowledged);
    },
  };
}

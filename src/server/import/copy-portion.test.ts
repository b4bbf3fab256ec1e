import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createPortion } from './copy-portion.ts';

it('holds what was added since it was last taken, whatever its size and letters', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }))),
      fc.nat(50),
      (takes, room) => {
        const portion = createPortion(room);
        const taken = takes.map((lines) => {
          for (const line of lines) portion.add(line);
          expect(portion.size()).toBe(Buffer.byteLength(lines.join('')));
          return portion.take();
        });
        expect(portion.size()).toBe(0);
        // Only now: what was taken earlier is not written over.
        expect(taken.map((bytes) => bytes.toString())).toEqual(takes.map((lines) => lines.join('')));
      },
    ),
  );
});

import { getContrastFromHex } from '@digdir/designsystemet/color';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { commonColors, municipalityColors } from './colors.ts';

type Hex = `#${string}`;

function read(css: string, scheme: 0 | 1): Map<string, Hex> {
  const found = [...css.matchAll(/--([\w-]+):light-dark\(#(\w+),#(\w+)\)/g)];
  return new Map(found.map(([, name, ...hex]) => [name ?? '', `#${hex[scheme] ?? ''}`]));
}

const anyColor = integer({ min: 0, max: 0xff_ff_ff }).map(
  (value): Hex => `#${value.toString(16).padStart(6, '0')}`,
);

/** Text on what it stands on; 4.5:1 is WCAG AA. */
const pairs = [
  ['on-accent', 'accent'],
  ['accent-text', 'surface'],
  ['accent-text-strong', 'accent-surface'],
  ['accent-text-strong', 'accent-surface-hover'],
  ['text', 'accent-faint'],
  ['text', 'surface-hover'],
  ['text-subtle', 'surface'],
  ['text-subtle', 'surface-sunken'],
  ['danger-text', 'surface'],
  ['danger-text-strong', 'danger-surface'],
  ['warning-text-strong', 'warning-surface-strong'],
  ['success-text-strong', 'success-surface-strong'],
  ['on-danger', 'danger'],
] as const;

test.each([0, 1] as const)('any municipality colour is readable (0 light, 1 dark): %s', (scheme) => {
  assert(
    property(anyColor, (color) => {
      const hex = read(commonColors() + municipalityColors(color), scheme);
      for (const [text, ground] of pairs) {
        const contrast = getContrastFromHex(hex.get(text) ?? '#000000', hex.get(ground) ?? '#000000');
        expect([text, ground, contrast >= 4.5]).toEqual([text, ground, true]);
      }
    }),
    { numRuns: 60 },
  );
});

test('the variables of one municipality are small enough to send with every page', () => {
  expect(municipalityColors('#0d5d66').length).toBeLessThan(1400);
});

import { expect, it } from 'vitest';

import { isWithin } from './nav.ts';

const access = { to: '/tools/temporary-access', also: ['/tools/blocked-access'] };

it.each([
  ['/tools/temporary-access', true],
  ['/tools/temporary-access/new', true],
  ['/tools/blocked-access', true],
  ['/tools/blocked-access-log', false],
  ['/tools', false],
  ['/home', false],
])('a page belongs to its entry of the menu: %s %s', (path, isThere) => {
  expect(isWithin(access, path)).toBe(isThere);
});

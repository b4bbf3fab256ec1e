import { expect, it } from 'vitest';

import { ownPage } from './own-address.ts';

it.each([
  ['/users?search=x&open=kari', '/users?search=x&open=kari'],
  ['/groups/FJB%208A/members#top', '/groups/FJB%208A/members#top'],
  ['/', '/'],
  ['//ond.example/', undefined],
  ['/\\ond.example/', undefined],
  ['/\t/ond.example/', undefined],
  ['https://ond.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['users', undefined],
  ['/api/user/list', undefined],
  ['/error?returnUrl=/error', undefined],
  [undefined, undefined],
])('%j is %j', (address, page) => {
  expect(ownPage(address)).toBe(page);
});

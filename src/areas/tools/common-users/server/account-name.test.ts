import { expect, it } from 'vitest';

import { accountNameAt } from './account-name.ts';

it.each([
  ['FJB', 'scenen', 'fjb.scenen'],
  ['FJB', 'fjb.scenen', 'fjb.scenen'],
  ['FJB', 'fjbscenen', 'fjb.fjbscenen'],
  ['FJB', 'lun.scenen', 'fjb.lun.scenen'],
  ['Ås 2', 'scenen', 'as2.scenen'],
  ['', 'scenen', 'scenen'],
])('at %s %s is %s', (abbreviation, userName, name) => {
  expect(accountNameAt(abbreviation, userName)).toBe(name);
});

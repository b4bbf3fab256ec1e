/** What the lists of locks ask for when nobody has chosen a state: all of them, on the page and on the cards. */
import { expect, it } from 'vitest';

import type { ListAddress } from '#web/list/address.ts';
import { questionOf } from '#web/list/question.ts';

import { lockList } from '../contract.ts';

const ask = (filters: ListAddress['filters']) =>
  questionOf(lockList, { search: '', filters, sort: undefined });

it('asks for locks in every state unless one is chosen', () => {
  expect(ask({})).not.toHaveProperty('status');
  expect(ask({ status: ['finished'] })).toMatchObject({ status: ['finished'] });
});

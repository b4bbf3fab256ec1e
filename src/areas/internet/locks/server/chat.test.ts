import { expect, it } from 'vitest';

import { openHouse } from '#server/testing/house.ts';

import { locks } from '../contract.ts';
import { wantedChat } from './chat.ts';
import { lockHandlers } from './handlers.ts';
import { peopleAndGroups } from './testing.ts';

const house = await openHouse(lockHandlers);

it('is the strictest of the locks over somebody, from four hours before until the end', async () => {
  const { ict } = await peopleAndGroups(house);
  const lock = (
    description: string,
    groupNames: string[],
    start: string,
    end: string,
    chat: 'restricted' | 'blocked',
  ) => ict.call(locks.add, { description, groupNames, start, end, chat });
  await lock('Hele trinnet', ['FJB 8'], '2026-11-20T18:00:00Z', '2026-11-20T20:00:00Z', 'restricted');
  const exam = await lock(
    'Eksamen',
    ['FJB eksamen 1'],
    '2026-11-20T18:00:00Z',
    '2026-11-20T19:00:00Z',
    'blocked',
  );
  await lock('8B', ['FJB 8B'], '2026-11-20T19:00:00Z', '2026-11-20T20:00:00Z', 'blocked');
  expect((await ict.call(locks.detail, { id: exam.id })).chatTimes).toMatchObject({ phase: 'before' });

  const told = async (moment: string) => {
    house.clock.set(moment);
    return Object.fromEntries(await wantedChat(house.db, house.clock.now()));
  };
  const grade = { anna: 'restricted', bent: 'restricted', cato: 'restricted', hidden: 'restricted' };
  expect(await told('2026-11-20T13:59:59Z')).toEqual({});
  expect(await told('2026-11-20T14:00:00Z')).toEqual({ ...grade, 'fjbeks-1001': 'blocked' });
  expect(await told('2026-11-20T15:30:00Z')).toEqual({ ...grade, cato: 'blocked', 'fjbeks-1001': 'blocked' });
  expect((await ict.call(locks.detail, { id: exam.id })).chatTimes).toMatchObject({ phase: 'asked' });
  expect(await told('2026-11-20T19:00:00Z')).toEqual({ ...grade, cato: 'blocked' });
  expect((await ict.call(locks.detail, { id: exam.id })).chatTimes).toMatchObject({ phase: 'ending' });
  expect(await told('2026-11-20T20:00:00Z')).toEqual({});
});

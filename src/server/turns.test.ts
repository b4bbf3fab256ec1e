import { expect, it } from 'vitest';

import { openTurns } from './turns.ts';

/** Work that ends when it is told to, and a record of what has begun. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => {
      ends.set(name, resolve);
    });
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

it('lets so many with one key go on, the others in the order they came, and other keys at once', async () => {
  const { run } = openTurns({ atOnce: 2, waiting: 2 });
  const { begun, work, end } = works();
  const all = ['a', 'b', 'c', 'd'].map((name) => run('kari', work(name)));
  const other = run('ola', work('other'));
  await expect.poll(() => begun).toEqual(['a', 'b', 'other']);
  await expect(run('kari', work('e'))).rejects.toMatchObject({ code: 'request.too-many' });
  end('b');
  await all[1];
  await expect.poll(() => begun).toEqual(['a', 'b', 'other', 'c']);
  for (const name of ['a', 'c', 'other']) end(name);
  await expect.poll(() => begun).toContain('d');
  end('d');
  await Promise.all([...all, other]);
});

it('goes on after work that failed, and a turn given back twice is one turn', async () => {
  const { take, run } = openTurns({ atOnce: 1, waiting: 1 });
  await expect(run('kari', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const first = await take('kari');
  const second = take('kari');
  first();
  first();
  const giveBack = await second;
  const third = take('kari');
  await expect(take('kari')).rejects.toMatchObject({ code: 'request.too-many' });
  giveBack();
  (await third)();
});

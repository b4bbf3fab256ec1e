/** The smaller parts of a point: who sits where, what is kept on the disk, what is counted. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { Report } from '../protocol/messages.ts';
import { holdAddresses } from './addresses.ts';
import { type KeptSet, openKeeper } from './kept-set.ts';
import { openTally } from './tally.ts';

const folder = await mkdtemp(join(tmpdir(), 'vaktmester-kept-'));
afterAll(() => rm(folder, { recursive: true }));

describe('addresses', () => {
  it.each([
    ['10.1.2.3', 'kari'],
    ['::ffff:10.1.2.3', 'kari'],
    ['10.1.2.4', 'rom 12'],
    ['10.1.3.1', 'bygg b'],
    ['10.2.0.1', undefined],
    ['2001:db8::7', 'ola'],
    ['2001:DB8::8', 'seks'],
    ['fe80::1', undefined],
  ])('%s is %s', (address, user) => {
    const held = holdAddresses();
    const users: [string, string][] = [
      ['10.1.0.0/16', 'bygg b'],
      ['10.1.2.0/24', 'rom 12'],
      ['10.1.2.3', 'kari'],
      ['2001:db8::7', 'ola'],
      ['2001:db8::/64', 'seks'],
      ['nonsense', 'nobody'],
      ['10.0.0.0/99', 'nobody'],
    ];
    held.apply({ from: null, addresses: [{ school: 'GRA', revision: 'a', users }], gone: [] });
    expect(held.userAt(address)).toBe(user);
  });

  it('of a school that is gone are nobody’s', () => {
    const held = holdAddresses();
    const addresses = [{ school: 'GRA', revision: 'a', users: [['10.1.2.3', 'kari'] as [string, string]] }];
    held.apply({ from: null, addresses, gone: [] });
    held.apply({ from: 'a', addresses: [], gone: ['GRA'] });
    expect(held.userAt('10.1.2.3')).toBeUndefined();
  });
});

describe('the set on the disk', () => {
  const set: KeptSet = {
    format: 1,
    point: 'p',
    version: 'v1',
    clock: { offset: 12, roundTrip: 3 },
    held: [],
    addresses: [],
  };

  it('is read by its owner alone, and holds what was given last', async () => {
    const failures: unknown[] = [];
    const file = join(folder, 'deep', 'leases.json');
    const keeper = openKeeper(file, (error) => failures.push(error));
    expect(await keeper.load()).toBeUndefined();
    for (const version of ['v1', 'v2', 'v3']) keeper.save({ ...set, version });
    await keeper.settled();
    expect(await keeper.load()).toEqual({ ...set, version: 'v3' });
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
    expect(failures).toEqual([]);
  });

  it('that cannot be read is none, and is said', async () => {
    const failures: unknown[] = [];
    const file = join(folder, 'broken.json');
    await writeFile(file, '{"format":1,"held":');
    const keeper = openKeeper(file, (error) => failures.push(error));
    expect(await keeper.load()).toBeUndefined();
    expect(failures).toHaveLength(1);
    keeper.save(set);
    await keeper.settled();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ version: 'v1' });
  });
});

describe('what is counted between two reports', () => {
  it('is told once, and again when nobody heard it', () => {
    const tally = openTally();
    const at = new Date('2026-11-20T12:00:00Z');
    tally.refused();
    tally.cut(2);
    expect(tally.seen({ user: 'x-1', address: '10.0.0.1', at })).toBe(true);
    expect(tally.seen({ user: 'x-1', address: '10.0.0.2', at })).toBe(false);
    const told = tally.take();
    expect(told).toEqual({
      refused: 1,
      cut: 2,
      signIns: [{ user: 'x-1', address: '10.0.0.2', at: at.toISOString() }],
    });
    expect(tally.take()).toEqual({ refused: 0, cut: 0, signIns: [] });
    tally.refused();
    tally.giveBack(told);
    expect(tally.take()).toMatchObject({ refused: 2, cut: 2, signIns: [{ user: 'x-1' }] });
  });

  it('is never more than a report may hold, also when one did not arrive', () => {
    const tally = openTally();
    const at = new Date('2026-11-20T12:00:00Z');
    const see = (prefix: string) => {
      for (let n = 0; n < 15_000; n += 1) tally.seen({ user: `${prefix}-${n}`, address: '10.0.0.1', at });
    };
    see('a');
    const lost = tally.take();
    see('b');
    tally.giveBack(lost);
    const told = tally.take();
    expect(told.signIns).toHaveLength(20_000);
    const clock = { offset: 0, roundTrip: 0, machine: at.toISOString() };
    expect(Report.safeParse({ version: null, software: 'Prøve', clock, holding: [], ...told }).success).toBe(
      true,
    );
  });
});

import { describe, expect, it } from 'vitest';

import { type ExamFacts, findingsOf, type LockFacts, worstOf } from './preflight.ts';

const entry = (domain: string, id: number) => ({ domain, sources: [{ kind: 'own' as const, lock: id }] });

const lock = (changes: Partial<LockFacts> & { opens?: string[] } = {}): LockFacts => {
  const { opens = ['udir.no'], id = 1, ...more } = changes;
  return {
    id,
    description: 'Norskeksamen',
    from: new Date('2026-11-25T08:00:00Z'),
    until: new Date('2026-11-25T13:00:00Z'),
    start: new Date('2026-11-25T08:00:00Z'),
    chatSince: new Date('2026-11-20T12:00:00Z'),
    onDay: true,
    chat: 'none',
    examResources: true,
    domains: opens,
    inForce: { id, exam: true, opened: false, open: opens.map((domain) => entry(domain, id)), always: [] },
    ...more,
  };
};

const ready: ExamFacts = {
  now: new Date('2026-11-24T12:00:00Z'),
  today: '2026-11-24',
  examDate: '2026-11-25',
  wanted: null,
  candidates: 30,
  withoutPassword: 0,
  directory: { connected: true, awaySince: null },
  accounts: { there: 30, waiting: 0, failed: 0, withPassword: 30 },
  teacher: { name: 'Per Moe', here: true, busyWith: null },
  locks: [lock()],
  wasLocked: false,
  resources: 2,
  points: [{ name: 'Proxy', isAlive: true, clockOffMs: 12 }],
  chatConnected: true,
};

const told = (changes: Partial<ExamFacts>) =>
  findingsOf({ ...ready, ...changes }).map(
    ({ code, level, mend, params }) =>
      `${level} ${code}${mend ? ` → ${mend}` : ''}${'count' in params ? ` (${params['count']})` : ''}`,
  );
const accounts = (changes: Partial<ExamFacts['accounts']>) => ({
  accounts: { ...ready.accounts, ...changes },
});
const away = new Date('2026-11-24T10:00:00Z');

describe('what stands in the way of an exam', () => {
  it('is nothing when all is ready', () => {
    expect(findingsOf(ready)).toEqual([]);
    // In the afternoon, with another lock the day after.
    expect(findingsOf({ ...ready, locks: [], wasLocked: true })).toEqual([]);
    expect(findingsOf({ ...ready, locks: [lock({ onDay: false })], wasLocked: true })).toEqual([]);
    expect(worstOf([])).toBeUndefined();
  });

  it.each<[string, Partial<ExamFacts>, string[]]>([
    ['candidates still being made', { wanted: 50 }, ['info candidates.making (30)']],
    ['no password to show', { withoutPassword: 2 }, ['stop passwords.missing → renewLacking (2)']],
    [
      'no directory',
      { directory: { connected: false, awaySince: null }, ...accounts({ there: 0, withPassword: 0 }) },
      ['warn directory.none'],
    ],
    [
      'a directory that is away the day before',
      { directory: { connected: true, awaySince: away } },
      ['stop directory.away → bring'],
    ],
    [
      'a directory that is away long before',
      { directory: { connected: true, awaySince: away }, today: '2026-11-20' },
      ['warn directory.away → bring'],
    ],
    [
      'accounts on their way',
      accounts({ there: 25, waiting: 5, withPassword: 25 }),
      ['info accounts.waiting (5)'],
    ],
    [
      'accounts that were refused',
      accounts({ there: 28, failed: 2, withPassword: 28 }),
      ['stop accounts.failed → bring (2)'],
    ],
    [
      'accounts nobody is bringing',
      accounts({ there: 27, withPassword: 27 }),
      ['stop accounts.missing → bring (3)'],
    ],
    [
      'a password that has not arrived',
      accounts({ withPassword: 29 }),
      ['warn passwords.waiting → bring (1)'],
    ],
    ['no lock the day before', { locks: [] }, ['stop lock.none → makeLock']],
    ['no lock long before', { locks: [], today: '2026-11-20' }, ['warn lock.none → makeLock']],
    ['a lock on another day', { locks: [lock({ onDay: false })] }, ['stop lock.otherDay → changeLock']],
    [
      'a lock made so late that it begins after its time',
      { locks: [lock({ from: new Date('2026-11-25T08:20:00Z') })] },
      ['warn lock.late → changeLock'],
    ],
    ['a lock that opens nothing', { locks: [lock({ opens: [] })] }, ['info lock.opensNothing → changeLock']],
    [
      'resources that are not opened',
      { locks: [lock({ examResources: false })] },
      ['info lock.withoutResources → openResources (2)'],
    ],
    [
      'resources that are not opened in a lock that has begun',
      { locks: [lock({ examResources: false })], now: new Date('2026-11-25T09:00:00Z') },
      ['info lock.withoutResources (2)'],
    ],
    [
      'a domain nothing resolves to',
      { locks: [lock({ opens: ['udir.no', 'udir'] })] },
      ['warn domains.invalid → changeLock'],
    ],
    [
      'two locks at once that shut each other’s pages',
      { locks: [lock({ opens: ['udir.no', 'nrk.no'] }), lock({ id: 2, opens: ['udir.no'] })] },
      ['warn lock.overlap → changeLock', 'warn domains.shut → changeLock'],
    ],
    [
      'two locks one after the other',
      {
        locks: [
          lock({ until: new Date('2026-11-25T10:00:00Z') }),
          lock({ id: 2, from: new Date('2026-11-25T10:00:00Z'), start: new Date('2026-11-25T10:00:00Z') }),
        ],
      },
      [],
    ],
    [
      'chat that follows too late',
      { locks: [lock({ chat: 'blocked', chatSince: new Date('2026-11-25T07:00:00Z') })] },
      ['warn chat.late → changeLock'],
    ],
    ['chat in time', { locks: [lock({ chat: 'blocked' })] }, []],
    [
      'chat that nobody carries out',
      { locks: [lock({ chat: 'restricted' })], chatConnected: false },
      ['warn chat.notConnected → changeLock'],
    ],
    ['nobody responsible', { teacher: undefined }, ['warn teacher.none → changeExam']],
    [
      'a teacher who has left',
      { teacher: { name: 'Per', here: false, busyWith: null } },
      ['warn teacher.gone → changeExam'],
    ],
    [
      'a teacher with two exams at once',
      { teacher: { name: 'Per', here: true, busyWith: 'Engelsk' } },
      ['warn teacher.busy → changeExam'],
    ],
    ['no enforcement point', { points: [] }, ['stop points.none → seePoints']],
    [
      'every point silent',
      { points: [{ name: 'Proxy', isAlive: false, clockOffMs: null }] },
      ['stop points.silent → seePoints'],
    ],
    [
      'a point whose clock is wrong',
      { points: [{ name: 'Proxy', isAlive: true, clockOffMs: -1_500 }] },
      ['warn points.clock → seePoints'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(told(changes)).toEqual(expected);
  });

  it('is told the gravest first', () => {
    const findings = findingsOf({ ...ready, wanted: 40, teacher: undefined, locks: [] });
    expect(findings.map(({ level }) => level)).toEqual(['stop', 'warn', 'info']);
    expect(worstOf(findings)).toBe('stop');
  });
});

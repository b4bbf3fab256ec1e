import { describe, expect, it } from 'vitest';

import { actsOn, passwordsAreGone, statusOn } from './rules.ts';

const exam = { examDate: '2026-11-25', ended: false };
const everything = { manages: true, seesPasswords: true, locks: true };

describe('an exam group', () => {
  it.each([
    ['2026-11-24', 'ready', false],
    ['2026-11-25', 'today', false],
    ['2026-11-26', 'used', false],
    ['2026-11-27', 'used', true],
  ])('on %s is %s, its passwords gone: %s', (today, status, gone) => {
    expect(statusOn(exam, today)).toBe(status);
    expect(passwordsAreGone(exam, today)).toBe(gone);
  });

  it('that was ended is used, and its passwords are gone at once', () => {
    const ended = { ...exam, ended: true };
    expect(statusOn(ended, '2026-11-25')).toBe('used');
    expect(passwordsAreGone(ended, '2026-11-25')).toBe(true);
    expect(actsOn(ended, '2026-11-25', everything)).toEqual(['delete']);
  });

  it('lets those who administer it do everything, and its teacher see passwords, lock and end', () => {
    expect(actsOn(exam, '2026-11-25', everything)).toEqual([
      'update',
      'passwords',
      'renew',
      'lock',
      'end',
      'delete',
    ]);
    expect(actsOn(exam, '2026-11-25', { ...everything, manages: false })).toEqual([
      'passwords',
      'lock',
      'end',
    ]);
    expect(actsOn(exam, '2026-11-26', { ...everything, manages: false })).toEqual(['passwords']);
    expect(actsOn(exam, '2026-11-25', { manages: false, seesPasswords: false, locks: false })).toEqual([]);
  });
});

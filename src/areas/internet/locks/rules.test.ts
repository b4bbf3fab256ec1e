import { describe, expect, it } from 'vitest';

import { actsOn } from './rules.ts';

const lock = { status: 'active', exam: false, own: true } as const;
const ict = { manages: true, ownGroupsOnly: false };
const teacher = { manages: true, ownGroupsOnly: true };

describe('what may be done with a lock', () => {
  it.each([
    ['active', ['update', 'end', 'open', 'copy']],
    ['planned', ['update', 'delete', 'copy']],
    ['finished', ['copy']],
  ] as const)('that is %s, by those who administer locks: %o', (status, acts) => {
    expect(actsOn({ ...lock, status }, ict)).toEqual(acts);
    expect(actsOn({ ...lock, status }, teacher)).toEqual(acts);
  });

  it('by a teacher, where it is on others’ groups too, is to copy it', () => {
    expect(actsOn({ ...lock, own: false }, teacher)).toEqual(['copy']);
    expect(actsOn({ ...lock, own: false }, ict)).toEqual(['update', 'end', 'open', 'copy']);
  });

  it('of an exam, by its teacher, is everything but opening it for somebody', () => {
    expect(actsOn({ ...lock, exam: true }, teacher)).toEqual(['update', 'end', 'copy']);
    expect(actsOn({ ...lock, exam: true }, ict)).toContain('open');
  });

  it('without the right is nothing', () => {
    expect(actsOn(lock, { manages: false, ownGroupsOnly: false })).toEqual([]);
  });
});

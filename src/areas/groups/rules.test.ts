import { describe, expect, it } from 'vitest';

import { judged } from '#kernel/why.ts';

import { against, Alias, GroupTitle, isOwnedByImport, isReserved, nameProblem } from './rules.ts';

describe('a group’s name (specification §5)', () => {
  it.each(['8A', 'Korps', 'Ansatte 2026/27', 'Åse_', 'Matte 3A (gr. 2', 'x', 'Č1'])('may be %j', (name) => {
    expect(GroupTitle.safeParse(name).success).toBe(true);
  });

  it.each(['-8A', '_-', 'Korps!', 'Korps.', '<b>x', 'a\u0000b', '', 'Gruppe)', 'x'.repeat(58)])(
    'may not be %j',
    (name) => {
      expect(GroupTitle.safeParse(name).success).toBe(false);
    },
  );

  it('loses the space around it', () => {
    expect(GroupTitle.parse('  Korps ')).toBe('Korps');
  });

  it.each([
    ['uda', 'Vg1', undefined],
    ['uda', 'sted-1.b_', undefined],
    ['uda', 'to ord', 'udaName'],
    ['uda', 'a/b', 'udaName'],
    ['access', 'to ord', undefined],
  ])('of type %s: %j → %s', (type, name, expected) => {
    expect(nameProblem(type, name)).toBe(expected);
  });

  it.each([
    ['list', true],
    ['Search', true],
    ['tokenet', true],
    ['FJB list', false],
  ])('%j reserved: %s', (name, expected) => {
    expect(isReserved(name)).toBe(expected);
  });
});

describe('an alias', () => {
  it.each([
    ['8a.fjordby', true],
    ['Korps_1', true],
    ['a b', false],
    ['åse', false],
    ['.a', false],
    ['a.', false],
    ['a', false],
  ])('%j: %s', (alias, expected) => {
    expect(Alias.safeParse(alias).success).toBe(expected);
  });
});

describe('what the import owns', () => {
  it.each([
    ['pifu', 'class', true],
    ['pifu', 'section', true],
    ['manual', 'class', true],
    ['manual', 'access', false],
    ['manual', 'global', false],
  ])('source %s, type %s: %s', (source, type, expected) => {
    expect(isOwnedByImport({ source, type })).toBe(expected);
  });
});

const actsOn = (...asked: Parameters<typeof against>) => judged(against(...asked)).can;
const whyNot = (...asked: Parameters<typeof against>) =>
  Object.fromEntries(judged(against(...asked)).cannot.map(({ act, rule }) => [act, rule]));

describe('what one may do with a group', () => {
  const open = {
    archived: null,
    deleteOn: null,
    deletePrevention: false,
    schoolId: 1,
    source: 'manual',
    type: 'access',
  };
  const all = { may: () => true, isOwner: false };
  const nothing = { may: () => false, isOwner: false };

  it('made here: everything but restoring', () => {
    expect(actsOn(open, all)).toEqual([
      'update',
      'rename',
      'members',
      'manage',
      'delete',
      'passwords',
      'classList',
    ]);
    expect(actsOn(open, nothing)).toEqual([]);
  });

  it('from the source: not its name, its members or its end', () => {
    expect(actsOn({ ...open, source: 'pifu', type: 'class' }, all)).toEqual([
      'update',
      'manage',
      'passwords',
      'classList',
    ]);
  });

  it('of the whole owner: only by those who hold an owner role', () => {
    const theirs = { ...open, schoolId: null, type: 'section' };
    expect(actsOn(theirs, all)).toEqual(['classList']);
    expect(actsOn(theirs, { may: () => true, isOwner: true })).toContain('members');
  });

  it('across schools: by the right to run global groups', () => {
    const central = { may: (asked: string) => asked === 'global-groups.manage', isOwner: true };
    expect(actsOn({ ...open, schoolId: null, type: 'global' }, central)).toEqual([
      'update',
      'rename',
      'members',
      'manage',
      'delete',
    ]);
  });

  it('deleted: only restore it', () => {
    expect(actsOn({ ...open, archived: 'then', deleteOn: '2026-12-20' }, all)).toEqual(['restore']);
    expect(actsOn({ ...open, archived: 'then', deleteOn: '2026-12-20' }, nothing)).toEqual([]);
  });

  it('says what stands in the way of the rest', () => {
    expect(whyNot({ ...open, source: 'pifu', type: 'class' }, all)).toEqual({
      rename: 'group.owned-by-import',
      members: 'group.owned-by-import',
      delete: 'group.owned-by-import',
      restore: 'group.owned-by-import',
    });
    expect(whyNot({ ...open, deletePrevention: true }, all)).toEqual({
      delete: 'group.delete-prevented',
      restore: 'group.not-deleted',
    });
    expect(whyNot(open, nothing)).toMatchObject({ update: 'groups.update', delete: 'groups.manage' });
    expect(whyNot({ ...open, schoolId: null, type: 'section' }, all)).toMatchObject({
      update: 'group.owner-only',
      passwords: 'group.owner-only',
    });
    expect(whyNot({ ...open, archived: 'then' }, all)).toMatchObject({ members: 'group.archived' });
    expect(whyNot({ ...open, deleteOn: '2026-12-20' }, all)).toMatchObject({ update: 'group.deleted' });
  });

  it('names who can', () => {
    const { update } = against({ ...open, schoolId: null, type: 'section' }, all);
    expect(update?.grantedBy).toEqual(['superadmin']);
  });

  it('archived: restore what was made here, print who was in it, and no more', () => {
    expect(actsOn({ ...open, archived: 'then' }, all)).toEqual(['restore', 'classList']);
    const imported = { ...open, archived: 'then', source: 'pifu', type: 'class' };
    expect(actsOn(imported, all)).toEqual(['classList']);
  });
});

import { describe, expect, it } from 'vitest';

import type { NavEntry } from '../nav.ts';
import { placeAtSchool } from './school-place.ts';

const entry = (to: string): NavEntry => ({
  to,
  title: 'title.users',
  icon: () => undefined,
  group: 'people',
  permission: undefined,
});
const users = entry('/users');
const groups = entry('/groups');

const at = (pathname: string, pattern = pathname, search: Record<string, unknown> = {}) =>
  placeAtSchool(
    { pathname, pattern, search },
    { schoolFilters: new Set(['className']), openEntries: [users], allEntries: [users, groups] },
  );

describe('the page after switching school', () => {
  it('is the same list with its search and view, without filters and rows of the school before', () => {
    const search = {
      search: 'ola',
      sort: '-name',
      role: 'student',
      className: '8B',
      open: 'ola',
      'log.page': '2',
    };
    expect(at('/users', '/users', search)).toEqual({
      to: '/users',
      search: { search: 'ola', sort: '-name', role: 'student' },
    });
  });
  it('is the list when a card of the school before was open', () => {
    expect(at('/users/ola/groups', '/users/$name/$tab', { search: 'x' })).toEqual({
      to: '/users',
      search: {},
    });
  });
  it('is the same page when it has no entry in the menu', () => {
    expect(at('/tools/import/new').to).toBe('/tools/import/new');
  });
  it('is Home when the role at the other school does not open the page', () => {
    expect(at('/groups')).toEqual({ to: '/home', search: {} });
    expect(at('/groups/8B', '/groups/$name')).toEqual({ to: '/home', search: {} });
  });
});

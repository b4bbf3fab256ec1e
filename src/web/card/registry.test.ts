import { describe, expect, it } from 'vitest';

import { contributeTabs, defineCard, tabsOf } from './registry.ts';

interface Group {
  type: 'class' | 'department';
}

const load = () => Promise.reject(new Error('not opened here'));

function groupCard() {
  const card = defineCard<Group>('group', { people: 'groups:people', equipment: 'groups:equipment' });
  contributeTabs(card, { id: 'overview', title: 'groups:overview', load });
  contributeTabs(
    card,
    { id: 'members', group: 'people', title: 'groups:members', load },
    {
      id: 'tutor',
      group: 'people',
      title: 'groups:tutor',
      load,
      order: 1,
      isFor: ({ type }) => type === 'class',
    },
    { id: 'log', group: 'equipment', title: 'logs:changes', load, permission: 'log.read' },
  );
  return card;
}

const idsOf = (groups: ReturnType<typeof tabsOf<Group>>) =>
  groups.map(({ tabs }) => tabs.map(({ id }) => id));

describe('the tabs of a card', () => {
  it('come from many areas, in their groups and order', () => {
    const groups = tabsOf<Group>(groupCard(), { type: 'class' }, ['log.read']);
    expect(groups.map(({ title }) => title)).toEqual([undefined, 'groups:people', 'groups:equipment']);
    expect(idsOf(groups)).toEqual([['overview'], ['tutor', 'members'], ['log']]);
  });

  it('are left out when the subject has none of the kind, or the reader may not see them', () => {
    expect(idsOf(tabsOf<Group>(groupCard(), { type: 'department' }, []))).toEqual([
      ['overview'],
      ['members'],
    ]);
  });

  it('refuses two tabs by one name, and a group the card does not have', () => {
    const card = groupCard();
    expect(() => contributeTabs(card, { id: 'members', title: 'x:y', load })).toThrow(
      'two tabs named members',
    );
    expect(() => contributeTabs(card, { id: 'new', group: 'unknown', title: 'x:y', load })).toThrow(
      'no group',
    );
  });
});

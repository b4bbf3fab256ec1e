/**
 * Cards and their tabs. The area that owns a card defines it in its `web/shared.tsx`; any area adds tabs to it
 * from its `web/routes.tsx`, and the card itself is never changed for that.
 */
import { createElement, type ReactNode } from 'react';

import type { Permission } from '#kernel/permissions.ts';

import { later } from '../ui/later.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';

export interface TabProps<Subject> {
  subject: Subject;
}

export interface CardTab<Subject> {
  /** Stands in the address. */
  id: string;
  /** One of the card's groups; a card with few tabs has none. */
  group?: string;
  /** A text with its namespace: `logs:tab.changes`. */
  title: string;
  /** Without it the tab is for everyone who may see the card. */
  permission?: Permission;
  /** Tabs that only some subjects have (a class has teaching groups, a department has none). */
  isFor?: (subject: Subject) => boolean;
  /** Shown after the title. */
  count?: (subject: Subject) => number | undefined;
  /** Lower stands first within its group; the order of arrival decides between equals. */
  order?: number;
  load: () => Promise<(props: TabProps<Subject>) => ReactNode>;
}

export interface RegisteredTab<Subject> extends CardTab<Subject> {
  /** Made once, or every draw would fetch and mount the tab anew. */
  Content: (props: TabProps<Subject>) => ReactNode;
}

/** Something to do with the subject, as a button in the head of its card, from another area than the card's own. */
export interface CardAct<Subject> {
  id: string;
  /** Without it the act is for everyone who may see the card. */
  permission?: Permission;
  isFor?: (subject: Subject) => boolean;
  load: () => Promise<(props: TabProps<Subject>) => ReactNode>;
}

export interface RegisteredAct<Subject> extends CardAct<Subject> {
  Content: (props: TabProps<Subject>) => ReactNode;
}

export interface Card<Subject> {
  id: string;
  /** Ids in order, each with a text `<namespace>:<key>` for its heading. */
  groups: Readonly<Record<string, string>>;
  tabs: readonly RegisteredTab<Subject>[];
  acts: readonly RegisteredAct<Subject>[];
}

interface Registered<Subject> extends Card<Subject> {
  tabs: RegisteredTab<Subject>[];
  acts: RegisteredAct<Subject>[];
}

export function defineCard<Subject>(
  id: string,
  groups: Readonly<Record<string, string>> = {},
): Card<Subject> {
  const card: Registered<Subject> = { id, groups, tabs: [], acts: [] };
  return card;
}

/** Adds tabs to a card. A second tab by the same id is a fault in the program and stops it. */
export function contributeTabs<Subject>(card: Card<Subject>, ...tabs: readonly CardTab<Subject>[]): void {
  for (const tab of tabs) {
    if (card.tabs.some(({ id }) => id === tab.id))
      throw new Error(`Card ${card.id} has two tabs named ${tab.id}`);
    if (tab.group !== undefined && !(tab.group in card.groups)) {
      throw new Error(`Card ${card.id} has no group named ${tab.group}`);
    }
    // oxlint-disable-next-line no-unsafe-type-assertion -- `defineCard` is the one maker of cards
    (card as Registered<Subject>).tabs.push({
      ...tab,
      Content: later(tab.load, createElement(SkeletonLines)),
    });
  }
}

/** Adds acts to the head of a card, in the order they are added. */
export function contributeActs<Subject>(card: Card<Subject>, ...acts: readonly CardAct<Subject>[]): void {
  for (const act of acts) {
    if (card.acts.some(({ id }) => id === act.id))
      throw new Error(`Card ${card.id} has two acts named ${act.id}`);
    // oxlint-disable-next-line no-unsafe-type-assertion -- `defineCard` is the one maker of cards
    (card as Registered<Subject>).acts.push({ ...act, Content: later(act.load) });
  }
}

export interface TabGroup<Subject> {
  /** The text of its heading; undefined for tabs without a group. */
  title: string | undefined;
  tabs: readonly RegisteredTab<Subject>[];
}

/** The tabs this reader sees on this subject, in their groups and order. Groups without tabs are left out. */
export function tabsOf<Subject>(
  card: Card<Subject>,
  subject: Subject,
  permissions: readonly Permission[],
): TabGroup<Subject>[] {
  const seen = card.tabs
    .filter(({ permission }) => permission === undefined || permissions.includes(permission))
    .filter(({ isFor }) => isFor === undefined || isFor(subject))
    .toSorted((one, other) => (one.order ?? 100) - (other.order ?? 100));
  const groups = [undefined, ...Object.keys(card.groups)].map((group) => ({
    title: group === undefined ? undefined : card.groups[group],
    tabs: seen.filter((tab) => tab.group === group),
  }));
  return groups.filter(({ tabs }) => tabs.length > 0);
}

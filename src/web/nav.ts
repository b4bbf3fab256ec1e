/** What an area gives the shell besides its pages: entries of the menu, and things the command palette finds. */
import type { ComponentType, SVGProps } from 'react';

import type { Permission } from '#kernel/permissions.ts';

import type shellTexts from './text.nb.json';

export type ShellKey = keyof typeof shellTexts;
/** Page titles stand in the shell's texts, because the menu and the palette show them before the area is loaded. */
export type TitleKey = Extract<ShellKey, `${'title' | 'tab'}.${string}`>;

export const navGroups = ['top', 'people', 'equipment', 'administration'] as const;
export type NavGroup = (typeof navGroups)[number];

export interface NavEntry {
  to: string;
  title: TitleKey;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  group: NavGroup;
  /** Other pages that belong to it: there, too, the menu says where one is. */
  also?: readonly string[] | undefined;
  /** Left out for whoever lacks it; undefined = for everybody who is signed in. */
  permission: Permission | undefined;
}

export interface PaletteHit {
  id: string;
  label: string;
  /** After the name, quieter: a user name. */
  detail?: string | undefined;
  /** At the right edge: a school, a type. */
  note?: string | undefined;
  /** Where it leads, a path of ours. */
  to: string;
}

/** Finds things by what is typed in the command palette (people, groups, machines). */
export interface PaletteProvider {
  id: string;
  /** Heading over the hits. */
  title: TitleKey;
  permission: Permission | undefined;
  /** At most eight hits. */
  search: (text: string, signal: AbortSignal) => Promise<readonly PaletteHit[]>;
}

/** Something of an area that stands in the top bar on every page, or works behind it and shows nothing. */
export interface BarPart {
  id: string;
  permission: Permission | undefined;
  component: ComponentType;
}

export interface Area {
  nav: readonly NavEntry[];
  palette?: readonly PaletteProvider[];
  bar?: readonly BarPart[];
}

/** Does the path lie on the entry's own page, or on one that belongs to it? */
export const isWithin = ({ to, also = [] }: Pick<NavEntry, 'to' | 'also'>, path: string): boolean =>
  [to, ...also].some((page) => path === page || path.startsWith(`${page}/`));

export function permitted<T extends { permission: Permission | undefined }>(
  entries: readonly T[],
  permissions: readonly Permission[],
): T[] {
  return entries.filter(({ permission }) => permission === undefined || permissions.includes(permission));
}

/** The id the router gives the route around everything that needs a sign-in. */
export const shellRouteId = '/shell';

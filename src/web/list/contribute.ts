/**
 * Acts on the chosen rows of a list, from another area than the list's own: the area adds them from its `web/routes.tsx`, and
 * the list is not changed for that. Fetched with every page, so nothing of the list itself is imported here.
 */
import type { ComponentType, ReactNode, SVGProps } from 'react';

import type { Permission } from '#kernel/permissions.ts';

import { later } from '../ui/later.tsx';

export interface ActProps {
  /** The chosen rows by key, with what each is called. */
  rows: readonly { key: string; name: string }[];
  onClose: () => void;
}

interface ListAct {
  id: string;
  /** In the texts of the shell, which are always there. */
  title: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  permission: Permission;
  /** The most rows it takes at once. */
  most: number;
  load: () => Promise<(props: ActProps) => ReactNode>;
}

export interface Registered extends ListAct {
  Content: (props: ActProps) => ReactNode;
}

const byList = new Map<string, readonly Registered[]>();

/** `list`: its id. The act is offered to whoever stands at a school and holds the permission. */
export function contributeListAct(list: string, act: ListAct): void {
  byList.set(list, [...actsOn(list), { ...act, Content: later(act.load) }]);
}

export const actsOn = (list: string): readonly Registered[] => byList.get(list) ?? [];

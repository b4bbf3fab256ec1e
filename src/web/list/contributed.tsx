/**
 * Acts on the chosen rows of a list, from another area than the list's own: the area adds them from its `web/routes.tsx`, and
 * the list is not changed for that.
 */
import { type ComponentType, type ReactNode, type SVGProps, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Route } from '#kernel/contract.ts';
import type { Permission } from '#kernel/permissions.ts';

import { formatNumber } from '../format.ts';
import { textOf } from '../i18n.ts';
import { useSessionState } from '../session.ts';
import { useHasSchool } from '../shell/useHasSchool.ts';
import { useShellContext } from '../shell/useShellContext.ts';
import { later } from '../ui/later.tsx';
import { notify } from '../ui/notices.ts';
import type { BulkAct, Chosen } from './BulkBar.tsx';
import { chosenKeys } from './chosen-keys.ts';
import type { AnyList } from './definition.ts';

interface ActProps {
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

interface Registered extends ListAct {
  Content: (props: ActProps) => ReactNode;
}

const byList = new Map<string, Registered[]>();

/** `id`: the list's. The act is offered to whoever stands at a school and holds the permission. */
export function contributeListAct(list: Pick<AnyList, 'id'>, act: ListAct): void {
  const acts = byList.get(list.id) ?? [];
  byList.set(list.id, [...acts, { ...act, Content: later(act.load) }]);
}

interface Asked {
  act: Registered;
  rows: ActProps['rows'];
}

export function useContributedActs(
  list: AnyList,
  route: Route,
): { acts: readonly BulkAct[]; dialog: ReactNode } {
  const { t } = useTranslation('list');
  const { session } = useShellContext();
  const permissions = useSessionState(session)?.me?.permissions ?? [];
  const hasSchool = useHasSchool();
  const [asked, setAsked] = useState<Asked>();

  const ask = async (act: Registered, chosen: Chosen) => {
    const keys = await chosenKeys(list, route, chosen, act.most);
    if (keys) setAsked({ act, rows: keys.map((key) => ({ key, name: chosen.nameOf(key) })) });
    else notify({ tone: 'warning', text: t('tooManyChosen', { most: formatNumber(act.most) }) });
  };
  const offered = hasSchool ? (byList.get(list.id) ?? []) : [];
  return {
    acts: offered
      .filter(({ permission }) => permissions.includes(permission))
      .map((act) => ({
        id: act.id,
        label: textOf('shell', act.title) ?? act.title,
        icon: <act.icon aria-hidden />,
        onAct: (chosen) => void ask(act, chosen),
      })),
    dialog: asked && <asked.act.Content rows={asked.rows} onClose={() => setAsked(undefined)} />,
  };
}

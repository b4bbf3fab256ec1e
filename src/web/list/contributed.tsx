/** What other areas do with the chosen rows of a list (`contribute.ts`), as its page offers it. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Route } from '#kernel/contract.ts';

import { formatNumber } from '../format.ts';
import { textOf } from '../i18n.ts';
import { useSessionState } from '../session.ts';
import { useHasSchool } from '../shell/useHasSchool.ts';
import { useShellContext } from '../shell/useShellContext.ts';
import { notify } from '../ui/notices.ts';
import type { BulkAct, Chosen } from './BulkBar.tsx';
import { chosenKeys } from './chosen-keys.ts';
import { type ActProps, actsOn, type Registered } from './contribute.ts';
import type { AnyList } from './definition.ts';

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
  const offered = hasSchool ? actsOn(list.id) : [];
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

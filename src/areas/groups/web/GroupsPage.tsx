import { ListPage } from '#web/list/ListPage.tsx';

import { groupList, type GroupRow, groups } from '../contract.ts';
import { groupLooks } from './looks.tsx';
import { groupAddress } from './shared.tsx';
import { TypeTabs } from './TypeTabs.tsx';

const texts = { namespace: 'groups' };
const nameOf = ({ displayName }: GroupRow) => displayName;
const hrefOf = ({ name }: GroupRow) => groupAddress(name);

/** The groups of the school and those of the whole municipality, with a tab for each type (specification §2). */
export function GroupsPage() {
  return (
    <ListPage
      list={groupList}
      route={groups.list}
      exportRoute={groups.download}
      texts={texts}
      looks={groupLooks}
      nameOf={nameOf}
      rowHref={hrefOf}
      views={<TypeTabs />}
    />
  );
}

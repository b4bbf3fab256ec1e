import { useContributedActs } from '#web/list/contributed.tsx';
import { ListPage } from '#web/list/ListPage.tsx';
import { useListAddress } from '#web/list/useListAddress.ts';

import { groupList, type GroupRow, groups } from '../contract.ts';
import { groupLooks } from './looks.tsx';
import { NewGroup } from './NewGroup.tsx';
import { groupAddress } from './shared.tsx';
import { TypeTabs } from './TypeTabs.tsx';
import { useGroupBulk } from './useGroupBulk.tsx';

const texts = { namespace: 'groups' };
const nameOf = ({ displayName }: GroupRow) => displayName;
const hrefOf = ({ name }: GroupRow) => groupAddress(name);

/** The groups of the school and those of the whole municipality, with a tab for each type (specification §2). */
export function GroupsPage() {
  const [{ filters }] = useListAddress(groupList, false);
  const isArchived = filters['archived'] === true;
  const bulk = useGroupBulk({ isGlobal: false, isArchived });
  const more = useContributedActs(groupList, groups.list);
  return (
    <>
      <ListPage
        list={groupList}
        route={groups.list}
        exportRoute={groups.download}
        texts={texts}
        looks={groupLooks}
        nameOf={nameOf}
        rowHref={hrefOf}
        primary={<NewGroup />}
        bulkActs={isArchived ? bulk.acts : [...more.acts, ...bulk.acts]}
        views={<TypeTabs />}
      />
      {bulk.dialog}
      {more.dialog}
    </>
  );
}

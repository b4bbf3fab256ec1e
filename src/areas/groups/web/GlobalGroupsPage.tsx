import { globalGroups } from '#areas/superadmin/global-groups/contract.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { useListAddress } from '#web/list/useListAddress.ts';

import { groupList, type GroupRow } from '../contract.ts';
import { groupLooks } from './looks.tsx';
import { NewGroup } from './NewGroup.tsx';
import { groupAddress } from './shared.tsx';
import { useGroupBulk } from './useGroupBulk.tsx';

const texts = { namespace: 'groups', prefix: 'global.' };
const nameOf = ({ displayName }: GroupRow) => displayName;
const hrefOf = ({ name }: GroupRow) => groupAddress(name);

/** Groups across schools, with the same card as every group. */
export function GlobalGroupsPage() {
  const [{ filters }] = useListAddress(groupList, false);
  const bulk = useGroupBulk({ isGlobal: true, isArchived: filters['archived'] === true });
  return (
    <>
      <ListPage
        list={groupList}
        route={globalGroups.list}
        texts={texts}
        looks={groupLooks}
        nameOf={nameOf}
        rowHref={hrefOf}
        primary={<NewGroup isGlobal />}
        bulkActs={bulk.acts}
        views={<></>}
      />
      {bulk.dialog}
    </>
  );
}

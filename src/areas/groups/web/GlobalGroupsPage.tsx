import { globalGroups } from '#areas/superadmin/global-groups/contract.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { useListAddress } from '#web/list/useListAddress.ts';

import { groupList, type GroupRow } from '../contract.ts';
import { groupLooks } from './looks.tsx';
import { NewGroup } from './NewGroup.tsx';
import { groupAddress } from './shared.tsx';
import { useGroupBulk } from './useGroupBulk.tsx';

const texts = { namespace: 'groups', prefix: 'global.' };
const { school: _column, ...columns } = groupList.columns;
const { school: _filter, ...filters } = groupList.filters;
/** They are of no school. */
const acrossSchools = { ...groupList, columns, filters };
const nameOf = ({ displayName }: GroupRow) => displayName;
const hrefOf = ({ name }: GroupRow) => groupAddress(name);

/** Groups across schools, with the same card as every group. */
export function GlobalGroupsPage() {
  const [address] = useListAddress(acrossSchools, false);
  const bulk = useGroupBulk({ isGlobal: true, isArchived: address.filters['archived'] === true });
  return (
    <>
      <ListPage
        list={acrossSchools}
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

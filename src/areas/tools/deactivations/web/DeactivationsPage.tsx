import { AccessTabs } from '#areas/tools/school-access/web/shared.tsx';
import { ListPage } from '#web/list/ListPage.tsx';

import { deactivationList, deactivations } from '../contract.ts';
import { Deactivate } from './Deactivate.tsx';
import { addressOf, deactivationLooks, nameOf } from './looks.tsx';
import { usePeriodActs } from './usePeriodActs.tsx';

const texts = { namespace: 'deactivations' };

/** Accounts that are closed for a period, will be, and have been. */
export function DeactivationsPage() {
  const { acts, dialog } = usePeriodActs();
  return (
    <>
      <ListPage
        list={deactivationList}
        route={deactivations.list}
        texts={texts}
        looks={deactivationLooks}
        nameOf={nameOf}
        rowHref={addressOf}
        isTight
        views={<AccessTabs />}
        primary={<Deactivate />}
        bulkActs={acts}
      />
      {dialog}
    </>
  );
}

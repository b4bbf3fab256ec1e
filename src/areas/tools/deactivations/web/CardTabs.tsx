import './deactivations.css';
import { useMemo } from 'react';

import type { GroupDetail } from '#areas/groups/contract.ts';
import type { UserDetail } from '#areas/users/contract.ts';
import type { TabProps } from '#web/card/registry.ts';
import { ListPage } from '#web/list/ListPage.tsx';

import { deactivationList, deactivations } from '../contract.ts';
import { Deactivate } from './Deactivate.tsx';
import { addressOf, deactivationLooks, nameOf } from './looks.tsx';
import { usePeriodActs } from './usePeriodActs.tsx';

const userTexts = { namespace: 'deactivations', prefix: 'user.' };
const groupTexts = { namespace: 'deactivations', prefix: 'group.' };

/** The periods of one person: where the account is closed, and opened before its time. */
export function UserTab({ subject: { userName, displayName } }: TabProps<UserDetail>) {
  const whose = useMemo(() => ({ userName }), [userName]);
  const { acts, dialog } = usePeriodActs();
  return (
    <div className="deactivation-tab">
      <div>
        <Deactivate whom={{ kind: 'user', name: userName, displayName }} />
      </div>
      <ListPage
        list={deactivationList}
        route={deactivations.list}
        fixed={whose}
        texts={userTexts}
        looks={deactivationLooks}
        nameOf={nameOf}
        bulkActs={acts}
        isPart
      />
      {dialog}
    </div>
  );
}

/** Those whose accounts were closed because they are in the group (specification §2, "AD block"). */
export function GroupTab({ subject: { name, displayName } }: TabProps<GroupDetail>) {
  const whose = useMemo(() => ({ groupName: name }), [name]);
  const { acts, dialog } = usePeriodActs();
  return (
    <div className="deactivation-tab">
      <div>
        <Deactivate whom={{ kind: 'group', name, displayName }} />
      </div>
      <ListPage
        list={deactivationList}
        route={deactivations.list}
        fixed={whose}
        texts={groupTexts}
        looks={deactivationLooks}
        nameOf={nameOf}
        rowHref={addressOf}
        bulkActs={acts}
        isPart
      />
      {dialog}
    </div>
  );
}

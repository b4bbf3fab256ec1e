import { ListPage } from '#web/list/ListPage.tsx';

import { logs, operationList } from '../contract.ts';
import { LogTabs } from './LogTabs.tsx';
import { eventName, operationLooks } from './looks.tsx';
import { openOperation } from './OpenOperation.tsx';

const texts = { namespace: 'logs', prefix: 'operations.' };

/** Work that takes time: how far it is, and how it went. What runs moves by itself (`FollowOperations`). */
export function OperationsPage() {
  return (
    <ListPage
      list={operationList}
      route={logs.operations}
      texts={texts}
      looks={operationLooks}
      nameOf={eventName}
      card={openOperation}
      isTight
      views={<LogTabs />}
    />
  );
}

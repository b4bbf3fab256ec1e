import { ListPage } from '#web/list/ListPage.tsx';

import { adminLogList, logs } from '../contract.ts';
import { LogTabs } from './LogTabs.tsx';
import { auditLooks, eventName } from './looks.tsx';
import { openOperation } from './OpenOperation.tsx';

const texts = { namespace: 'logs', prefix: 'admin.' };

/** What superadmins and central admins did (specification §2, "Superadmin log"). */
export function AdminLogPage() {
  return (
    <ListPage
      list={adminLogList}
      route={logs.admin}
      texts={texts}
      looks={auditLooks}
      nameOf={eventName}
      card={openOperation}
      views={<LogTabs />}
    />
  );
}

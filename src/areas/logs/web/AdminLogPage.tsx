import { ListPage } from '#web/list/ListPage.tsx';

import { adminLogList, logs } from '../contract.ts';
import { LogTabs } from './LogTabs.tsx';
import { auditLooks, eventName } from './looks.tsx';
import { openOperation } from './OpenOperation.tsx';
import { useRecentDays } from './useRecentDays.ts';

const texts = { namespace: 'logs', prefix: 'admin.' };

/** What superadmins and central admins did (specification §2, "Superadmin log"). */
export function AdminLogPage() {
  const period = useRecentDays(adminLogList);
  return (
    period && (
      <ListPage
        list={adminLogList}
        route={logs.admin}
        fixed={period}
        texts={texts}
        looks={auditLooks}
        nameOf={eventName}
        card={openOperation}
        isTight
        views={<LogTabs />}
      />
    )
  );
}

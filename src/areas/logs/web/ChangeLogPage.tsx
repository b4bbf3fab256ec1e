import { ListPage } from '#web/list/ListPage.tsx';

import { auditList, logs } from '../contract.ts';
import { LogTabs } from './LogTabs.tsx';
import { auditLooks, eventName } from './looks.tsx';
import { openOperation } from './OpenOperation.tsx';
import { useRecentDays } from './useRecentDays.ts';

const texts = { namespace: 'logs' };

/** Who did what, with before and after. */
export function ChangeLogPage() {
  const period = useRecentDays(auditList);
  return (
    period && (
      <ListPage
        list={auditList}
        route={logs.audit}
        exportRoute={logs.auditDownload}
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

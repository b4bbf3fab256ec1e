import { useMemo } from 'react';

import { dateInOslo } from '#web/format.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { useListAddress } from '#web/list/useListAddress.ts';
import { usePortalClock } from '#web/portalClock.ts';

import { auditList, logs } from '../contract.ts';
import { LogTabs } from './LogTabs.tsx';
import { auditLooks, eventName } from './looks.tsx';
import { openOperation } from './OpenOperation.tsx';

const texts = { namespace: 'logs' };
const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Who did what, with before and after. Never asked without a period: the log of years is long. */
export function ChangeLogPage() {
  const clock = usePortalClock();
  return clock && <Since since={dateInOslo(clock.asOf - DAYS * DAY_MS)} />;
}

function Since({ since }: { since: string }) {
  const [{ filters }] = useListAddress(auditList, false);
  const hasPeriod = filters['at'] !== undefined;
  const period = useMemo(() => (hasPeriod ? {} : { at: `${since}..` }), [hasPeriod, since]);
  return (
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
  );
}

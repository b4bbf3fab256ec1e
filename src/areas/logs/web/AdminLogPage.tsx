import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ListPage } from '#web/list/ListPage.tsx';
import { useMay } from '#web/list/useMay.ts';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';

import { adminLogList, logs } from '../contract.ts';
import { LogTabs } from './LogTabs.tsx';
import { auditLooks, eventName } from './looks.tsx';
import { openOperation } from './OpenOperation.tsx';

const texts = { namespace: 'logs', prefix: 'admin.' };
const routes = { all: logs.admin, superadmin: logs.superadmin };

/** What superadmins and central admins did, or superadmins alone (specification §2, "Superadmin log"). */
export function AdminLogPage() {
  const { t } = useTranslation('logs');
  const [by, setBy] = useState<keyof typeof routes>('all');
  const mayChoose = useMay(logs.superadmin.permission);
  return (
    <ListPage
      key={by}
      list={adminLogList}
      route={routes[by]}
      texts={texts}
      looks={auditLooks}
      nameOf={eventName}
      card={openOperation}
      isTight
      views={
        <>
          <LogTabs />
          {mayChoose && (
            <SegmentedControl
              label={t('admin.by')}
              value={by}
              onChange={setBy}
              options={[
                { value: 'all', label: t('admin.by.all') },
                { value: 'superadmin', label: t('admin.by.superadmin') },
              ]}
            />
          )}
        </>
      }
    />
  );
}

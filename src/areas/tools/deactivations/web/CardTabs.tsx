import './deactivations.css';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { GroupDetail } from '#areas/groups/contract.ts';
import type { UserDetail } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { PeriodLines } from '#web/card/PeriodLines.tsx';
import type { TabProps } from '#web/card/registry.ts';
import { formatDate } from '#web/format.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { later } from '#web/ui/later.tsx';
import { Status } from '#web/ui/Status.tsx';

import { deactivationList, deactivations } from '../contract.ts';
import type { DeactivationStatus } from '../rules.ts';
import { Deactivate } from './Deactivate.tsx';
import { addressOf, deactivationLooks, nameOf, periodTones } from './looks.tsx';
import type { PeriodAct } from './PeriodDialog.tsx';
import { usePeriodActs } from './usePeriodActs.tsx';

const PeriodDialog = later(async () => (await import('./PeriodDialog.tsx')).PeriodDialog);

const groupTexts = { namespace: 'deactivations', prefix: 'group.' };

const isOver = (status: DeactivationStatus) => status === 'ended' || status === 'failed';

/** A person has few of them; whoever has more is looked up in the list. */
const SHOWN = 50;

/** The periods of one person: where the account is closed, and opened before its time. */
export function UserTab({ subject: { userName, displayName } }: TabProps<UserDetail>) {
  const { t } = useTranslation('deactivations');
  const [asked, setAsked] = useState<{ act: PeriodAct; ids: number[] }>();
  const read = useRead(deactivations.list, { userName, pageSize: SHOWN }, { handleErrors: false });
  return (
    <div className="deactivation-tab">
      <div>
        <Deactivate whom={{ kind: 'user', name: userName, displayName }} />
      </div>
      {read.data === undefined && <CardState read={read} />}
      {read.data?.Items.length === 0 && <p className="meta">{t('user.none')}</p>}
      <PeriodLines
        lines={(read.data?.Items ?? []).map(
          ({ id, start, end, status, message, groupName, comment, registeredBy }) => ({
            key: id,
            period: t(isOver(status) ? 'user.past' : 'user.period', {
              start: formatDate(start),
              end: formatDate(end),
            }),
            status: <Status tone={periodTones[status]}>{t(`choice.status.${status}`)}</Status>,
            notes: [message && t(`message.${message}`), groupName, comment, registeredBy],
            act: !isOver(status) && (
              <Button
                size="small"
                onPress={() => setAsked({ act: status === 'active' ? 'activate' : 'delete', ids: [id] })}
              >
                {t(status === 'active' ? 'activate.label' : 'delete.label')}
              </Button>
            ),
          }),
        )}
      />
      {asked && <PeriodDialog {...asked} onClose={() => setAsked(undefined)} />}
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

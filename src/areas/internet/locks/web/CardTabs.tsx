import './locks.css';
import { PlusIcon } from '@navikt/aksel-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { GroupDetail } from '#areas/groups/contract.ts';
import { explanations } from '#areas/internet/explain/contract.ts';
import type { UserDetail } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import type { TabProps } from '#web/card/registry.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { useMay } from '#web/list/useMay.ts';
import { Button } from '#web/ui/Button.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import { lockList, type LockRow, locks } from '../contract.ts';
import { Answer } from './Answer.tsx';
import { lockLooks } from './looks.tsx';
import { OpenPerson } from './OpenPerson.tsx';
import { LockDialog, lockAddress } from './shared.tsx';

const userTexts = { namespace: 'locks', prefix: 'user.' };
const groupTexts = { namespace: 'locks', prefix: 'group.' };
const nameOf = ({ description }: LockRow) => description;
const hrefOf = ({ id }: LockRow) => lockAddress(id);
const EVERY_MS = 60_000;

/** Whether somebody's net is shut now, and the locks on their groups. */
export function UserTab({ subject: { userName } }: TabProps<UserDetail>) {
  const whose = useMemo(() => ({ userName }), [userName]);
  const { data } = useRead(explanations.explain, { userName }, { handleErrors: false, everyMs: EVERY_MS });
  return (
    <div className="lock-tab">
      {data ? (
        <>
          <Answer answer={data} isBrief />
          <OpenPerson answer={data} />
        </>
      ) : (
        <SkeletonLines lines={2} />
      )}
      <ListPage
        list={lockList}
        route={locks.list}
        fixed={whose}
        texts={userTexts}
        looks={lockLooks}
        nameOf={nameOf}
        rowHref={hrefOf}
        views={null}
        isPart
      />
    </div>
  );
}

/** The locks of a group, and a new one for it (specification §2, "Locks"). */
export function GroupTab({ subject: { name, displayName } }: TabProps<GroupDetail>) {
  const { t } = useTranslation('locks');
  const which = useMemo(() => ({ groupName: name }), [name]);
  const mayManage = useMay(locks.add.permission);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="lock-tab">
      {mayManage && (
        <div>
          <Button icon={<PlusIcon aria-hidden />} onPress={() => setOpen(true)}>
            {t('group.new', { name: displayName })}
          </Button>
        </div>
      )}
      <ListPage
        list={lockList}
        route={locks.list}
        fixed={which}
        texts={groupTexts}
        looks={lockLooks}
        nameOf={nameOf}
        rowHref={hrefOf}
        views={null}
        isPart
      />
      {isOpen && (
        <LockDialog
          wish={{ kind: 'new', groups: [{ name, displayName, kind: 'group' }] }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

import './locks.css';
import { ClockIcon, PlusIcon, TrashIcon } from '@navikt/aksel-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lockForm } from '#areas/internet/lock-form/contract.ts';
import { type LockState, lockStates } from '#kernel/internet/lock-times.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { useListAddress } from '#web/list/useListAddress.ts';
import { useMay } from '#web/list/useMay.ts';
import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { Button } from '#web/ui/Button.tsx';
import { later } from '#web/ui/later.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';

import { lockList, type LockRow, locks } from '../contract.ts';
import { lockLooks } from './looks.tsx';
import { InternetTabs, LockDialog } from './shared.tsx';
import { Timeline } from './Timeline.tsx';
import { useEndLocks } from './useEndLocks.tsx';

const LessonsDialog = later(async () => (await import('./LessonsDialog.tsx')).LessonsDialog);
const LockCard = later(async () => (await import('./LockCard.tsx')).LockCard);

const texts = { namespace: 'locks' };
const nameOf = ({ description }: LockRow) => description;

/** The locks there are, have been and will be, with the day's along its hours (specification §2 "Internet"). */
export function LocksPage() {
  const { t } = useTranslation('locks');
  const mayManage = useMay(locks.add.permission);
  const ending = useEndLocks();
  const acts = [
    {
      id: 'end',
      label: t('end.many'),
      icon: <TrashIcon aria-hidden />,
      onAct: ending.ask,
    },
  ];
  return (
    <>
      <ListPage
        list={lockList}
        route={locks.list}
        texts={texts}
        looks={lockLooks}
        nameOf={nameOf}
        views={
          <>
            <div className="internet-over">
              <InternetTabs />
              <Timeline />
            </div>
            <States />
          </>
        }
        primary={<Acts />}
        bulkActs={mayManage ? acts : []}
        card={card}
      />
      {ending.dialog}
    </>
  );
}

function card({ key, close }: { key: string; close: () => void }): ReactNode {
  return <LockCard key={key} id={Number(key)} onClose={close} />;
}

const ALL = 'all';

/** All, and each state with how many there are: the finished ones are today's. */
function States() {
  const { t } = useTranslation('locks');
  const [{ filters }, change] = useListAddress(lockList, false);
  const { data } = useRead(locks.today, {}, { handleErrors: false });
  const states = new Set<unknown>([filters['status']].flat());
  const chosen = lockStates.find((state) => states.has(state)) ?? ALL;
  const countOf = (state: LockState) =>
    data && state !== 'finished' ? { count: formatNumber(data[state]) } : {};
  const options = lockStates.map((state) =>
    Object.assign({ value: state, label: t(`view.${state}`) }, countOf(state)),
  );
  return (
    <SegmentedControl
      label={t('column.status')}
      options={[{ value: ALL, label: t('view.all') }, ...options]}
      value={chosen}
      onChange={(state) =>
        change({ filters: { ...filters, status: state === ALL ? undefined : [state] }, page: 1 })
      }
    />
  );
}

/** A new lock; and the times of the lessons, for those who keep the school's lists. */
function Acts() {
  const { t } = useTranslation('locks');
  const mayManage = useMay(locks.add.permission);
  const mayKeep = useMay(lockForm.setLessons.permission);
  const { session } = useShellContext();
  const hasSchool = Boolean(useSessionState(session)?.me?.currentSchool);
  const [asked, setAsked] = useState<'new' | 'lessons'>();
  const close = () => setAsked(undefined);
  if (!mayManage) return null;
  if (!hasSchool) return <span className="meta">{t('chooseSchool')}</span>;
  return (
    <>
      {mayKeep && (
        <Button icon={<ClockIcon aria-hidden />} onPress={() => setAsked('lessons')}>
          {t('lessons.act')}
        </Button>
      )}
      <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setAsked('new')}>
        {t('new')}
      </Button>
      {asked === 'new' && <LockDialog wish={{ kind: 'new' }} onClose={close} />}
      {asked === 'lessons' && <LessonsDialog onClose={close} />}
    </>
  );
}

import './locks.css';
import { useTranslation } from 'react-i18next';

import { groupAddress } from '#areas/groups/web/shared.tsx';
import { PersonLink } from '#areas/users/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { formatDateTime, formatEnd, formatNumber } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { Status } from '#web/ui/Status.tsx';

import { type LockDetail, locks } from '../contract.ts';
import { Holders } from './Holders.tsx';
import { LockActs } from './LockActs.tsx';
import { OpenList } from './OpenList.tsx';
import { lockTones } from './shared.tsx';

interface LockCardProps {
  id: number;
  onClose: () => void;
}

/** It begins and ends by the clock while somebody looks. */
const EVERY_MS = 30_000;

/** One lock: when, for whom, what is open, and what may be done with it. */
export function LockCard({ id, onClose }: LockCardProps) {
  const { t } = useTranslation('locks');
  const read = useRead(locks.detail, { id }, { handleErrors: false, everyMs: EVERY_MS });
  const lock = read.data;
  if (!lock || lock.id !== id) {
    return (
      <Drawer title={t('one')} onClose={onClose}>
        <CardState read={{ ...read, data: undefined }} />
      </Drawer>
    );
  }
  return (
    <Drawer
      title={lock.description}
      subtitle={
        <>
          <Status tone={lockTones[lock.status]}>{t(`choice.status.${lock.status}`)}</Status>
          {lock.exam && <Badge tone="accent">{t('exam')}</Badge>}
          {lock.chat !== 'none' && <Badge tone="warning">{t(`chat.${lock.chat}`)}</Badge>}
        </>
      }
      onClose={onClose}
    >
      <div className="card-panel lock-card">
        <LockActs lock={lock} onGone={onClose} />
        {lock.can.length === 1 && lock.status !== 'finished' && <p className="meta">{t('notYours')}</p>}
        <Facts lock={lock} />
        {lock.chatTimes && lock.chatTimes.phase !== 'free' && <Chat lock={lock} times={lock.chatTimes} />}
        {lock.status !== 'finished' && <Holders lock={lock.id} />}
        {lock.openedUsers.length > 0 && <Opened lock={lock} />}
        <section>
          <h3 className="section-title">{t('effect.open', { count: lock.open.length })}</h3>
          <OpenList entries={lock.open} />
        </section>
      </div>
    </Drawer>
  );
}

function Facts({ lock }: { lock: LockDetail }) {
  const { t } = useTranslation('locks');
  const { groups, start, activeFrom, end, people, createdBy, created, endedBy } = lock;
  const items = [
    {
      term: t('column.groups'),
      value: (
        <ul className="lock-names">
          {groups.map(({ name, displayName, kind }) => (
            <li key={name}>
              {kind === 'group' ? <a href={groupAddress(name)}>{displayName}</a> : displayName}
            </li>
          ))}
        </ul>
      ),
    },
    { term: t('people'), value: formatNumber(people) },
    { term: t('column.start'), value: formatDateTime(activeFrom) },
    { term: t('column.end'), value: formatEnd(activeFrom, end) },
    { term: t('column.createdBy'), value: t('made', { name: createdBy, time: formatDateTime(created) }) },
  ];
  if (activeFrom !== start) items.splice(3, 0, { term: t('wanted'), value: formatDateTime(start) });
  if (endedBy !== null) items.push({ term: t('endedBy'), value: endedBy });
  return <DescriptionList items={items} />;
}

/** What the chat of those under the lock is to be, by the clock, and that nobody carries it out. */
function Chat({ lock: { chat }, times }: { lock: LockDetail; times: NonNullable<LockDetail['chatTimes']> }) {
  const { t } = useTranslation('locks');
  const wanted = chat === 'blocked' ? 'blocked' : 'restricted';
  return (
    <section>
      <h3 className="section-title">{t('column.chat')}</h3>
      <p>
        {t(
          times.phase === 'certain' || times.phase === 'asked'
            ? `chat.now.${wanted}`
            : `chat.phase.${times.phase}`,
        )}
      </p>
      <p className="meta">
        {t('effect.chat', {
          asked: formatDateTime(times.asked),
          certain: formatDateTime(times.certain),
          free: formatDateTime(times.free),
        })}
      </p>
      <Alert tone="warning">{t('chat.notConnected')}</Alert>
    </section>
  );
}

function Opened({ lock: { openedUsers } }: { lock: LockDetail }) {
  const { t } = useTranslation('locks');
  return (
    <section>
      <h3 className="section-title">{t('opened')}</h3>
      <ul className="lock-opened">
        {openedUsers.map(({ userName, displayName, until, comment, openedBy }) => (
          <li key={userName}>
            <PersonLink userName={userName}>{displayName}</PersonLink>
            <span className="meta">
              {[
                until === null ? t('opened.whole') : t('opened.until', { time: formatDateTime(until) }),
                t('opened.by', { name: openedBy }),
                comment,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useTranslation } from 'react-i18next';

import type { LockPreview } from '#areas/internet/lock-form/contract.ts';
import { formatDateTime, formatEnd, formatNumber, formatTime } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';

import type { LockDetail } from '../contract.ts';
import { OpenList } from './OpenList.tsx';
import { type Draft, useDraft, usePreview } from './preview.ts';

interface EffectProps {
  /** The lock that is being changed. */
  lock: LockDetail | undefined;
}

/** "What will this do?", while the lock is being written. */
export function Effect({ lock }: EffectProps) {
  const { t } = useTranslation('locks');
  const draft = { ...(lock && fromLock(lock)), ...useDraft() };
  const effect = usePreview(draft, lock?.id);
  return (
    <section className="lock-effect" aria-label={t('effect')}>
      <h3 className="section-title">{t('effect')}</h3>
      {effect && <Told effect={effect} draft={draft} />}
    </section>
  );
}

/** What an active lock's form does not have is as it was. */
const fromLock = (lock: LockDetail): Partial<Draft> => ({
  groupNames: lock.groupNames,
  immediate: lock.immediate,
  start: lock.start,
  examResources: lock.examResources,
  chat: lock.chat,
});

function Told({ effect, draft }: { effect: LockPreview; draft: Draft }) {
  const { t } = useTranslation('locks');
  const { activeFrom, exam, people, open, chatTimes, chatLate, collisions } = effect;
  return (
    <>
      {collisions.map((other) => (
        <Alert key={other.id} tone="danger" title={t('effect.collision')} isLive>
          {t('effect.collisionWith', {
            name: other.description,
            groups: other.groups.join(', '),
            from: formatDateTime(other.from),
            until: formatTime(other.until),
          })}
        </Alert>
      ))}
      <p className="lock-effect-lead">
        {people === 0
          ? t('effect.noPeople')
          : t('effect.people', { count: people, number: formatNumber(people) })}{' '}
        {activeFrom !== null && draft.end !== '' && t('effect.when', whenOf(activeFrom, draft.end))}
      </p>
      {exam && <Alert tone="info">{t('effect.exam')}</Alert>}
      {chatTimes !== null && (
        <Alert tone={chatLate ? 'warning' : 'info'}>
          {t(chatLate ? 'effect.chatLate' : 'effect.chat', {
            asked: formatDateTime(chatTimes.asked),
            certain: formatDateTime(chatTimes.certain),
            free: formatDateTime(chatTimes.free),
          })}
        </Alert>
      )}
      {draft.chat !== 'none' && <Alert tone="warning">{t('chat.notConnected')}</Alert>}
      <h4 className="lock-effect-open">{t('effect.open', { count: open.length })}</h4>
      <OpenList entries={open} most={30} />
    </>
  );
}

const whenOf = (from: string, until: string) => ({
  from: formatDateTime(from),
  until: formatEnd(from, until),
});

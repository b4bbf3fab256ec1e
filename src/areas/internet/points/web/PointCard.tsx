import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { useAttempt } from '#web/form/useAttempt.tsx';
import { formatDateTime, formatExactTime, formatNumber } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { notify } from '#web/ui/notices.ts';
import { Status } from '#web/ui/Status.tsx';

import { type Point, points } from '../contract.ts';
import { formatOffset, pointTones } from './looks.ts';
import type { Shown } from './SecretDialog.tsx';

interface PointCardProps {
  point: Point;
  onEdit: () => void;
  onLook: () => void;
  onSecret: (shown: Shown) => void;
}

/** One point: whether it lives, what it holds, and what is wrong with it, if anything is. */
export function PointCard({ point, onEdit, onLook, onSecret }: PointCardProps) {
  const { t } = useTranslation('points');
  const isLate = point.state === 'alive' && point.behind;
  return (
    <article className="card point" aria-label={point.name}>
      <header>
        <h2 className="section-title">{point.name}</h2>
        <Status tone={pointTones[point.state]}>{t(`state.${point.state}`)}</Status>
        <Badge tone={point.kind === 'simulated' ? 'warning' : 'neutral'}>{t(`kind.${point.kind}`)}</Badge>
      </header>
      <p className="point-holding">
        <strong>{formatNumber(point.state === 'never' ? 0 : point.holding)}</strong>{' '}
        {t('holding', { wanted: formatNumber(point.wanted) })}
      </p>
      {point.kind === 'simulated' && <p className="meta">{t('simulatedText')}</p>}
      {point.state === 'silent' && point.seen && (
        <Alert tone="danger">{t('silentText', { time: formatExactTime(point.seen) })}</Alert>
      )}
      {point.state === 'never' && <Alert tone="info">{t('neverText')}</Alert>}
      {isLate && <Alert tone="warning">{t('behindText')}</Alert>}
      {point.clockOff && point.clockMs !== null && (
        <Alert tone="warning">{t('clockText', { offset: formatOffset(point.clockMs) })}</Alert>
      )}
      {point.cannot.length > 0 && (
        <Alert tone="warning" title={t('cannot')}>
          <ul className="point-cannot">
            {point.cannot.map((said) => (
              <li key={said}>{said}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Facts point={point} />
      <Acts point={point} onEdit={onEdit} onLook={onLook} onSecret={onSecret} />
    </article>
  );
}

function Facts({ point }: { point: Point }) {
  const { t } = useTranslation('points');
  const { wholeOwner, schools, aliveSince, clockMs, software, refused, cut, createdBy, created } = point;
  const served = wholeOwner ? t('everySchool') : schools.map(({ name }) => name).join(', ');
  return (
    <DescriptionList
      items={[
        { term: t('serves'), value: served },
        { term: t('aliveSince'), value: aliveSince && formatDateTime(aliveSince) },
        { term: t('clock'), value: clockMs === null ? undefined : formatOffset(clockMs) },
        { term: t('software'), value: software },
        {
          term: t('refused'),
          value: t('refusedCut', { refused: formatNumber(refused), cut: formatNumber(cut) }),
        },
        { term: t('made'), value: t('madeBy', { name: createdBy, time: formatDateTime(created) }) },
      ]}
    />
  );
}

function Acts({ point, onEdit, onLook, onSecret }: PointCardProps) {
  const { t } = useTranslation('points');
  const mayManage = useMay(points.update.permission);
  const renew = useWrite(points.renew, { handleErrors: false });
  const remove = useWrite(points.remove, { handleErrors: false });
  const [asks, setAsks] = useState<'renew' | 'remove'>();
  const { attempt, refused } = useAttempt();
  const go = (work: () => Promise<unknown>) => {
    setAsks(undefined);
    void attempt(work);
  };
  return (
    <>
      {refused}
      <div className="point-acts">
        <Button onPress={onLook}>{t('look')}</Button>
        {mayManage && <Button onPress={onEdit}>{t('edit')}</Button>}
        {mayManage && point.kind !== 'simulated' && (
          <Button isPending={renew.isPending} onPress={() => setAsks('renew')}>
            {t('renew')}
          </Button>
        )}
        {mayManage && (
          <Button variant="quiet" isPending={remove.isPending} onPress={() => setAsks('remove')}>
            {t('remove')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        title={t('renewTitle', { name: point.name })}
        confirmLabel={t('renew')}
        isOpen={asks === 'renew'}
        onConfirm={() => go(async () => onSecret(await renew.mutateAsync({ id: point.id })))}
        onCancel={() => setAsks(undefined)}
      >
        {t('renewText')}
      </ConfirmDialog>
      <ConfirmDialog
        title={t('removeTitle', { name: point.name })}
        confirmLabel={t('remove')}
        tone="danger"
        isOpen={asks === 'remove'}
        onConfirm={() =>
          go(async () => {
            await remove.mutateAsync({ id: point.id });
            notify({ tone: 'success', text: t('removed', { name: point.name }) });
          })
        }
        onCancel={() => setAsks(undefined)}
      >
        {t('removeText')}
      </ConfirmDialog>
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { formatDateTime, formatEnd, formatExactTime } from '#web/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Status } from '#web/ui/Status.tsx';

import { type PointDetail, points } from '../contract.ts';

interface HeldDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

const EVERY_MS = 5_000;

/** The locks a point holds since when, and those it lacks. */
export function HeldDialog({ id, name, onClose }: HeldDialogProps) {
  const { t } = useTranslation('points');
  const read = useRead(points.detail, { id }, { handleErrors: false, everyMs: EVERY_MS });
  return (
    <Dialog title={t('heldTitle', { name })} width="wide" isOpen onClose={onClose}>
      {read.data ? <Held point={read.data} /> : <CardState read={{ ...read, data: undefined }} />}
    </Dialog>
  );
}

function Held({ point: { held, missing } }: { point: PointDetail }) {
  const { t } = useTranslation('points');
  if (held.length + missing.length === 0) return <p className="meta">{t('heldNone')}</p>;
  return (
    <ul className="point-held">
      {missing.map((lock) => (
        <li key={lock.id}>
          <LockLink {...lock} />
          <Status tone="danger">{t('lacks')}</Status>
        </li>
      ))}
      {held.map((lock) => (
        <li key={lock.id}>
          <LockLink {...lock} />
          <Status tone={lock.current ? 'success' : 'warning'}>
            {t(lock.current ? 'holdsSince' : 'holdsOld', { time: formatExactTime(lock.since) })}
          </Status>
        </li>
      ))}
    </ul>
  );
}

function LockLink({ id, description, school, exam, from, until }: PointDetail['missing'][number]) {
  const { t } = useTranslation('points');
  return (
    <span className="point-lock">
      <span className="cluster">
        <Link to="/internet" search={{ open: String(id) }}>
          {description}
        </Link>
        {exam && <Badge tone="accent">{t('exam')}</Badge>}
      </span>
      <span className="meta">
        {[school, t('span', { from: formatDateTime(from), until: formatEnd(from, until) })].join(' · ')}
      </span>
    </span>
  );
}

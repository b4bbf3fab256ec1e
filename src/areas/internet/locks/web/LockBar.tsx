import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

import { formatTime } from '#web/format.ts';
import { loose } from '#web/loose.ts';

import type { LockRow } from '../contract.ts';

interface LockBarProps {
  lock: LockRow;
  /** Where it stands along the hours, in per cent; elsewhere it says its times itself. */
  place?: { start: number; width: number };
}

/** Its words may need room beside the bar: from here on there is more of it before than after. In per cent. */
const LATE = 60;

/** The stylesheet has it from here: where there is little room the words stand over their bar. */
const placed = ({ start, width }: { start: number; width: number }): CSSProperties => ({
  '--start': `${start}%`,
  '--width': `${width}%`,
});

/** One lock in the day or the week: whose, what for and when, and the way to its card. */
export function LockBar({ lock, place }: LockBarProps) {
  const { t } = useTranslation('locks');
  const { id, description, groups, status, activeFrom, end } = lock;
  const times = `${formatTime(activeFrom)}–${formatTime(end)}`;
  return (
    <Link
      to="/internet"
      search={loose({ open: String(id) })}
      className="lock-bar"
      data-status={status}
      style={place && placed(place)}
      data-late={place && place.start > LATE ? true : undefined}
      title={`${description}, ${times}`}
    >
      {!place && <span className="lock-times">{times} </span>}
      <span>
        <strong>{groups.map(({ displayName }) => displayName).join(', ')}</strong> {description}
        <span className="visually-hidden">
          , {place && `${times}, `}
          {t(`choice.status.${status}`)}
        </span>
      </span>
    </Link>
  );
}

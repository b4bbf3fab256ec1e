import './Progress.css';
import './Skeleton.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '../format.ts';

interface ProgressProps {
  /** What is under way. */
  label: string;
  done: number;
  /** Undefined while it is not known how much there is. */
  total: number | undefined;
}

/** A long operation: n of m. */
export function Progress({ label, done, total }: ProgressProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const value = total === undefined || total === 0 ? {} : { value: done, max: total };
  return (
    <div className="ui-progress">
      <div className="ui-progress-head">
        <label htmlFor={id}>{label}</label>
        <span>
          {total === undefined
            ? formatNumber(done)
            : t('doneOf', { done: formatNumber(done), total: formatNumber(total) })}
        </span>
      </div>
      <progress id={id} className="ui-progress-track" {...value} />
    </div>
  );
}

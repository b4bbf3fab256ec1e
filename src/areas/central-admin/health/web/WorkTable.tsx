import { useTranslation } from 'react-i18next';

import type { Output } from '#kernel/contract.ts';
import { formatDateTime } from '#web/format.ts';

import type { health } from '../contract.ts';
import { StateMark } from './StateMark.tsx';
import { outcomeKey } from './words.ts';

interface WorkTableProps {
  title: string;
  /** Said where there are none. */
  empty?: string;
  rows: readonly Output<typeof health.read>['sources'][number][];
}

/** Things that are done again and again, each with how it went last. */
export function WorkTable({ title, empty, rows }: WorkTableProps) {
  const { t } = useTranslation('health');
  const said = (failure: string) => {
    const key = outcomeKey(failure);
    return key ? t(key) : failure;
  };
  return (
    <section className="card health-work">
      <h2 className="section-title">{title}</h2>
      {rows.length === 0 ? (
        <p className="meta">{empty}</p>
      ) : (
        <ul>
          {rows.map(({ name, state, workedAt, failure }) => (
            <li key={name}>
              <span>{name}</span>
              <StateMark state={state} />
              <span className="meta">
                {workedAt === null ? t('never') : formatDateTime(workedAt)}
                {failure !== null && ` · ${said(failure)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

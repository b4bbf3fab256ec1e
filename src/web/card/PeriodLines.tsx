import './card.css';
import type { ReactNode } from 'react';

interface PeriodLine {
  key: number;
  /** From when to when; the way to where it is changed, if there is one. */
  period: ReactNode;
  status: ReactNode;
  /** What else is known of it, in one line. */
  notes: readonly (string | null | undefined)[];
  /** What can be done with it here. */
  act?: ReactNode;
}

/** The few periods of one person on a card: a list with search and columns would be more than there is to find. */
export function PeriodLines({ lines }: { lines: readonly PeriodLine[] }) {
  return (
    <ul className="card-periods">
      {lines.map(({ key, period, status, notes, act }) => (
        <li key={key}>
          <div>
            <strong className="tabular">{period}</strong>
            {status}
            <span className="meta">{notes.filter(Boolean).join(' · ')}</span>
          </div>
          {act}
        </li>
      ))}
    </ul>
  );
}

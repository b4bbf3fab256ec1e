import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { users } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';

import { type Days, daysIn, spans } from './days.ts';
import { Latest } from './Latest.tsx';
import { Widget } from './Widget.tsx';

interface NewUsersProps {
  days: Days;
  onDays: (days: Days) => void;
}

/** How many came the last days: all, employees, students (specification §2). */
export function NewUsers({ days, onDays }: NewUsersProps) {
  const { t } = useTranslation('home');
  const read = useRead(users.newCounts, { days }, { handleErrors: false });
  return (
    <Widget
      title={t('new.title')}
      read={read}
      aside={
        <SegmentedControl
          label={t('span.label')}
          options={spans.map((span) => ({ value: String(span), label: t('span.days', { days: span }) }))}
          value={String(days)}
          onChange={(value) => onDays(daysIn(value) ?? days)}
        />
      }
    >
      {({ all, employees, students, from }) => (
        <>
          <Link to="/users" search={{ added: `${from}..` }} className="home-figure">
            <strong>{formatNumber(all)}</strong>
            <span>{t('new.since', { days: String(days) })}</span>
          </Link>
          <Shares
            shares={[
              {
                label: t('new.students'),
                count: students,
                tone: 'first',
                search: { userType: 'students', added: `${from}..` },
              },
              {
                label: t('new.employees'),
                count: employees,
                tone: 'second',
                search: { userType: 'employees', added: `${from}..` },
              },
            ]}
          />
          {all > 0 && <Latest question={{ added: `${from}..`, sortBy: 'added', sortDir: 'desc' }} />}
        </>
      )}
    </Widget>
  );
}

interface Share {
  label: string;
  count: number;
  tone: 'first' | 'second';
  search: Readonly<Record<string, string>>;
}

/** The parts of a whole as one bar, and in words with the way to each. */
function Shares({ shares }: { shares: readonly Share[] }) {
  const isEmpty = shares.every(({ count }) => count === 0);
  return (
    <div className="home-shares">
      <div className="home-bar" data-empty={isEmpty || undefined} aria-hidden>
        {shares.map(({ label, count, tone }) =>
          count > 0 ? <span key={label} data-tone={tone} style={{ flexGrow: count }} /> : null,
        )}
      </div>
      <ul className="home-legend">
        {shares.map(({ label, count, tone, search }) => (
          <li key={label} data-tone={tone}>
            <Link to="/users" search={search}>
              <strong>{formatNumber(count)}</strong> {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

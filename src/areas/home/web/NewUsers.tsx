import { useTranslation } from 'react-i18next';

import { settings } from '#areas/settings/contract.ts';
import { users } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';

import { type Days, daysIn, spansWith } from './days.ts';
import { Figure } from './Figure.tsx';
import { Latest } from './Latest.tsx';
import { Widget } from './Widget.tsx';

interface NewUsersProps {
  /** As the site has set when undefined. */
  days: Days | undefined;
  onDays: (days: Days | undefined) => void;
  /** May the reader see who they are? */
  mayOpen: boolean;
}

/** How many came the last days: all, employees, students (specification §2). */
export function NewUsers({ days, onDays, mayOpen }: NewUsersProps) {
  const { t } = useTranslation('home');
  const read = useRead(users.newCounts, { days }, { handleErrors: false });
  const own = useRead(settings.site, {}, { handleErrors: false }).data?.newUserDays;
  const shown = days ?? read.data?.days;
  return (
    <Widget
      title={t('new.title')}
      read={read}
      aside={
        <SegmentedControl
          label={t('span.label')}
          options={spansWith(own ?? shown).map((span) => ({
            value: String(span),
            label: t('span.days', { days: span }),
          }))}
          value={String(shown)}
          onChange={(value) => onDays(Number(value) === own ? undefined : daysIn(value))}
        />
      }
    >
      {({ all, employees, students, from, days: since }) => (
        <>
          <Figure search={mayOpen && { added: `${from}..` }} className="home-figure">
            <strong>{formatNumber(all)}</strong>
            <span>{t('new.since', { days: String(since) })}</span>
          </Figure>
          <Shares
            shares={[
              {
                label: t('new.students'),
                count: students,
                tone: 'first',
                search: mayOpen && { userType: 'students', added: `${from}..` },
              },
              {
                label: t('new.employees'),
                count: employees,
                tone: 'second',
                search: mayOpen && { userType: 'employees', added: `${from}..` },
              },
            ]}
          />
          {mayOpen && all > 0 && (
            <Latest question={{ added: `${from}..`, sortBy: 'added', sortDir: 'desc' }} />
          )}
        </>
      )}
    </Widget>
  );
}

interface Share {
  label: string;
  count: number;
  tone: 'first' | 'second';
  search: Readonly<Record<string, string>> | false;
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
            <Figure search={search}>
              <strong>{formatNumber(count)}</strong> {label}
            </Figure>
          </li>
        ))}
      </ul>
    </div>
  );
}

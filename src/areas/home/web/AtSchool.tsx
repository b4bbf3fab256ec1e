import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { groups } from '#areas/groups/contract.ts';
import type { Me } from '#areas/login/contract.ts';
import { users } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';

import { Widget } from './Widget.tsx';

interface Line {
  label: string;
  count: number | undefined;
  to: string;
  search: Readonly<Record<string, string>>;
}

/** The school in figures, each the way to its list. */
export function AtSchool({ me }: { me: Me }) {
  const { t } = useTranslation('home');
  const quiet = { handleErrors: false };
  const students = useRead(users.list, { userType: 'students', pageSize: 1 }, quiet);
  const employees = useRead(users.list, { userType: 'employees', pageSize: 1 }, quiet);
  const types = useRead(groups.types, {}, quiet);

  const countOf = (...wanted: readonly string[]) =>
    types.data?.filter(({ type }) => wanted.includes(type)).reduce((sum, { count }) => sum + count, 0);
  const classes = types.data?.some(({ type }) => type === 'class') ? 'class' : 'basis';
  const lines: Line[] = [
    {
      label: t('at.students'),
      count: students.data?.TotalItems,
      to: '/users',
      search: { userType: 'students' },
    },
    {
      label: t('at.employees'),
      count: employees.data?.TotalItems,
      to: '/users',
      search: { userType: 'employees' },
    },
    { label: t('at.classes'), count: countOf(classes), to: '/groups', search: { type: classes } },
    {
      label: t('at.teaching'),
      count: countOf('instruction'),
      to: '/groups',
      search: { type: 'instruction' },
    },
  ];
  return (
    <Widget title={me.currentSchool?.name ?? me.ownerName} read={types}>
      {() => (
        <ul className="home-lines">
          {lines.map(({ label, count, to, search }) => (
            <li key={label}>
              <Link to={to} search={search}>
                <span>{label}</span>
                <strong>{count === undefined ? '…' : formatNumber(count)}</strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Widget>
  );
}

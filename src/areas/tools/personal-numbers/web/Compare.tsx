import './personal-numbers.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { UserDetail } from '#areas/users/contract.ts';
import { PersonLink } from '#areas/users/web/shared.tsx';
import { formatDate, formatDateTime } from '#web/format.ts';

import { PersonNumber } from './PersonNumber.tsx';

/** Accounts in columns, one line for each thing that can tell people apart; what differs is marked. */
export function Compare({ people }: { people: readonly UserDetail[] }) {
  const { t } = useTranslation(['personal-numbers', 'users']);
  const lines: { name: string; of: (person: UserDetail) => string | null | undefined }[] = [
    { name: t('compare.name'), of: ({ displayName }) => displayName },
    { name: t('column.school'), of: ({ primarySchool }) => primarySchool?.name },
    { name: t('compare.role'), of: ({ role }) => t(`users:choice.role.${role}`) },
    { name: t('compare.class'), of: ({ className, title }) => className ?? title },
    { name: t('compare.email'), of: ({ email }) => email },
    { name: t('compare.phone'), of: ({ mobilePhone }) => mobilePhone },
    {
      name: t('compare.source'),
      of: ({ source }) => (source === 'manual' ? t('users:source.manual') : source),
    },
    { name: t('compare.added'), of: ({ added }) => formatDate(added) },
    { name: t('compare.lastLogin'), of: ({ lastLogin }) => lastLogin && formatDateTime(lastLogin) },
  ];
  return (
    <div className="number-compare-frame">
      <table className="number-compare">
        <caption className="visually-hidden">{t('compare.title')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('compare.what')}</span>
            </th>
            {people.map(({ userName }) => (
              <th key={userName} scope="col">
                <PersonLink userName={userName}>{userName}</PersonLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, of }) => {
            const values = people.map(of);
            return (
              <tr key={name} data-differs={new Set(values).size > 1 || undefined}>
                <th scope="row">{name}</th>
                {values.map((value, place) => (
                  <td key={people[place]?.userName}>{shown(value)}</td>
                ))}
              </tr>
            );
          })}
          <tr>
            <th scope="row">{t('column.ssnMasked')}</th>
            {people.map((person) => (
              <td key={person.userName}>
                <PersonNumber user={person} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const shown = (value: string | null | undefined): ReactNode => value || '–';

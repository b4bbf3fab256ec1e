import './users.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { stands } from '#kernel/standing.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';

import type { UserDetail } from '../contract.ts';
import { Source } from './looks.tsx';
import { NationalNumber } from './NationalNumber.tsx';
import { roleTones } from './shared.tsx';

/** What is known of a person and not changed here: place, account, schools, guardians. */
export function UserFacts({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { className, grade, lastLogin, added, source, tabletCount } = user;
  const place = className ?? (grade && t('fact.grade', { grade }));
  return (
    <>
      <Part title={t('part.account')}>
        <DescriptionList
          items={[
            ...(place === null ? [] : [{ term: t('fact.class'), value: place }]),
            { term: t('column.lastLogin'), value: lastLogin ? formatDateTime(lastLogin) : t('fact.never') },
            ...(stands('tablets')
              ? [{ term: t('column.tabletCount'), value: formatNumber(tabletCount) }]
              : []),
            { term: t('column.source'), value: <Source source={source} /> },
            { term: t('column.added'), value: formatDateTime(added) },
            { term: t('fact.nationalNumber'), value: <NationalNumber user={user} /> },
          ]}
        />
      </Part>
      {user.schools.length > 0 && <Schools user={user} />}
      {user.guardians.length > 0 && <Guardians user={user} />}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="user-part" aria-label={title}>
      <h3 className="section-title">{title}</h3>
      {children}
    </section>
  );
}

function Schools({ user: { schools } }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  return (
    <Part title={t('part.schools')}>
      <ul className="user-lines">
        {schools.map(({ code, name, role, className, isPrimary, ended }) => (
          <li key={code}>
            {name}
            <Badge tone={roleTones[role]}>{t(`choice.role.${role}`)}</Badge>
            <span className="user-line-end">
              {className !== null && <span>{className}</span>}
              {isPrimary && <span>{t('column.primarySchool')}</span>}
              {ended !== null && <span>{t('place.ended', { date: formatDate(ended) })}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Guardians({ user: { guardians } }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  return (
    <Part title={t('part.guardians')}>
      <ul className="user-lines">
        {guardians.map(({ name, relation, mobilePhone, email }) => (
          <li key={`${name} ${mobilePhone ?? ''} ${email ?? ''}`}>
            {name}
            <span className="meta">{t(`choice.relation.${relation}`)}</span>
            <span className="user-line-end">
              {mobilePhone !== null && <a href={`tel:${mobilePhone}`}>{mobilePhone}</a>}
              {email !== null && <a href={`mailto:${email}`}>{email}</a>}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

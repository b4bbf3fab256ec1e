import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { groups } from '#areas/groups/contract.ts';
import { groupAddress } from '#areas/groups/web/shared.tsx';
import { blockedAccess, temporaryAccess } from '#areas/tools/school-access/contract.ts';
import { users } from '#areas/users/contract.ts';
import { PersonLink, personName } from '#areas/users/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';

import type { Concern } from '../contract.ts';

const MOST = 3;

/** The first of those a concern is about, each a way to its card. */
export function Who({ concern }: { concern: Concern }) {
  if (concern.list === 'users') return <People concern={concern} />;
  if (concern.list === 'groups') return <Groups concern={concern} />;
  if (concern.list === 'temporaryAccess') return <Access concern={concern} route={temporaryAccess.list} />;
  if (concern.list === 'blockedAccess') return <Access concern={concern} route={blockedAccess.list} />;
  return null;
}

/** The concern's filters are the list's own, as texts; the list reads them as it reads its address. */
const question = ({ params }: Concern) => ({ ...params, pageSize: MOST });

function People({ concern }: { concern: Concern }) {
  const { data } = useRead(users.list, question(concern), { handleErrors: false });
  return (
    <Names shown={data?.Items.length ?? 0} total={data?.TotalItems ?? 0}>
      {data?.Items.map((row) => (
        <PersonLink key={row.userName} userName={row.userName}>
          {personName(row)}
        </PersonLink>
      ))}
    </Names>
  );
}

function Groups({ concern }: { concern: Concern }) {
  const { data } = useRead(groups.list, question(concern), { handleErrors: false });
  return (
    <Names shown={data?.Items.length ?? 0} total={data?.TotalItems ?? 0}>
      {data?.Items.map(({ name, displayName }) => (
        <Link key={name} to={groupAddress(name)}>
          {displayName}
        </Link>
      ))}
    </Names>
  );
}

interface AccessProps {
  concern: Concern;
  /** The two kinds of access answer alike. */
  route: typeof temporaryAccess.list;
}

function Access({ concern, route }: AccessProps) {
  const { data } = useRead(route, question(concern), { handleErrors: false });
  return (
    <Names shown={data?.Items.length ?? 0} total={data?.TotalItems ?? 0}>
      {data?.Items.map(({ id, userName, displayName }) => (
        <PersonLink key={id} userName={userName}>
          {displayName}
        </PersonLink>
      ))}
    </Names>
  );
}

interface NamesProps {
  shown: number;
  total: number;
  children: ReactNode;
}

function Names({ shown, total, children }: NamesProps) {
  const { t } = useTranslation('home');
  if (shown === 0) return null;
  const others = total - shown;
  return (
    <span className="home-who">
      {children}
      {others > 0 && <span>{t('today.others', { count: others, number: formatNumber(others) })}</span>}
    </span>
  );
}

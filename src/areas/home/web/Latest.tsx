import { useTranslation } from 'react-i18next';

import { type UserRow, users } from '#areas/users/contract.ts';
import { PersonLink, personName } from '#areas/users/web/shared.tsx';
import type { Call } from '#kernel/contract.ts';
import { useRead } from '#web/api/hooks.ts';

const MOST = 3;

interface LatestProps {
  question: Call<typeof users.list>;
  /** What stands at the right of each; where they belong, unless given. */
  noteOf?: (row: UserRow) => string | null;
}

const placeOf = ({ className, title }: UserRow) => className ?? title;

/** The latest of those a widget has counted. */
export function Latest({ question, noteOf = placeOf }: LatestProps) {
  const { t } = useTranslation('home');
  const { data } = useRead(users.list, { ...question, pageSize: MOST }, { handleErrors: false });
  if (!data || data.Items.length === 0) return null;
  return (
    <div className="home-latest">
      <h3 className="meta">{t('latest')}</h3>
      <ul className="home-latest-list">
        {data.Items.map((row) => (
          <li key={row.userName}>
            <PersonLink userName={row.userName}>{personName(row)}</PersonLink>
            <span className="meta">{noteOf(row)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

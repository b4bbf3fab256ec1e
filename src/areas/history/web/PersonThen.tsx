import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { changeLogOf } from '#areas/logs/web/shared.tsx';
import { PersonLink } from '#areas/users/web/shared.tsx';

interface PersonThenProps {
  userName: string;
  displayName: string;
  gone: boolean;
}

/** A person as they are called today, with the way to their card; of a deleted account as it was, with the way to its log. */
export function PersonThen({ userName, displayName, gone }: PersonThenProps) {
  const { t } = useTranslation('history');
  if (!gone) return <PersonLink userName={userName}>{displayName || userName}</PersonLink>;
  return (
    <>
      {userName === '' ? (
        displayName
      ) : (
        <Link {...changeLogOf(`user:${userName}`)}>{displayName || userName}</Link>
      )}{' '}
      <span className="meta">{t('gone')}</span>
    </>
  );
}

import { useTranslation } from 'react-i18next';

import { PersonLink } from '#areas/users/web/shared.tsx';

interface PersonThenProps {
  userName: string;
  displayName: string;
  gone: boolean;
}

/** A person as they are called today; of one whose account is gone, what it was. */
export function PersonThen({ userName, displayName, gone }: PersonThenProps) {
  const { t } = useTranslation('history');
  if (!gone) return <PersonLink userName={userName}>{displayName || userName}</PersonLink>;
  return (
    <>
      {displayName || userName} <span className="meta">{t('gone')}</span>
    </>
  );
}

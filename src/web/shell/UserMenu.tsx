import { MenuElipsisHorizontalIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import type { Me } from '#areas/login/contract.ts';

import type { Session } from '../session.ts';
import { later } from '../ui/later.tsx';
import { Pressable } from '../ui/Pressable.tsx';
import { Trigger, useOverlay } from '../ui/trigger.tsx';

const UserMenuBody = later(async () => (await import('./UserMenuBody.tsx')).UserMenuBody);

interface UserMenuProps {
  me: Me;
  session: Session;
  onNavigate?: () => void;
}

/** Who one is, and a menu of what is one's own: settings, log out, theme, row height, language. */
export function UserMenu({ me, session, onNavigate }: UserMenuProps) {
  const { t } = useTranslation();
  const overlay = useOverlay(undefined, undefined);
  const [role] = me.rolesHere;
  return (
    <>
      <Trigger overlay={overlay} kind="menu">
        <Pressable className="sidebar-card">
          <span className="visually-hidden">{t('user.menu')}: </span>
          <span className="sidebar-card-words">
            <strong className="truncate">{me.displayName}</strong>
            {role !== undefined && <small className="truncate">{t(`role.${role}`)}</small>}
          </span>
          <MenuElipsisHorizontalIcon aria-hidden />
        </Pressable>
      </Trigger>
      {overlay.wasOpened && (
        <UserMenuBody me={me} session={session} overlay={overlay} onNavigate={onNavigate} />
      )}
    </>
  );
}

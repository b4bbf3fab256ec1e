import './PhoneBar.css';
import { MenuHamburgerIcon } from '@navikt/aksel-icons';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { NavEntry } from '../nav.ts';
import { Pressable } from '../ui/Pressable.tsx';

interface PhoneBarProps {
  entries: readonly NavEntry[];
  onMore: () => void;
  isMenuOpen: boolean;
}

/** Within reach of the thumb: the first areas of the menu, and the whole menu. */
export function PhoneBar({ entries, onMore, isMenuOpen }: PhoneBarProps) {
  const { t } = useTranslation();
  return (
    <nav className="phone-bar" aria-label={t('nav.label')}>
      {entries.slice(0, 3).map(({ to, title, icon: Icon }) => (
        <Link key={to} to={to}>
          <Icon aria-hidden />
          <span className="truncate">{t(title)}</span>
        </Link>
      ))}
      <Pressable onPress={onMore} aria-haspopup="dialog" aria-expanded={isMenuOpen}>
        <MenuHamburgerIcon aria-hidden />
        <span>{t('nav.more')}</span>
      </Pressable>
    </nav>
  );
}

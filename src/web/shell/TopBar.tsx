import './TopBar.css';
import { MagnifyingGlassIcon } from '@navikt/aksel-icons';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import type { Me } from '#areas/login/contract.ts';

import { permitted } from '../nav.ts';
import type { Session } from '../session.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { KeyHint } from '../ui/KeyHint.tsx';
import { Pressable } from '../ui/Pressable.tsx';
import { Logo } from './Logo.tsx';
import { RecentNotices } from './RecentNotices.tsx';
import { RunningOperations } from './RunningOperations.tsx';
import { useShellContext } from './useShellContext.ts';

interface TopBarProps {
  me: Me;
  session: Session;
  isPhone: boolean;
  onSearch: () => void;
}

export function TopBar({ me, isPhone, onSearch }: TopBarProps) {
  const { t } = useTranslation();
  const { bar } = useShellContext();
  return (
    <header className="topbar">
      {isPhone ? (
        <Link to="/home" className="topbar-brand">
          <Logo size={26} />
          <span>
            <strong className="truncate">{me.currentSchool?.name ?? t('school.all')}</strong>
            <small className="truncate">{me.ownerName}</small>
          </span>
        </Link>
      ) : (
        <Pressable className="topbar-search" onPress={onSearch} aria-keyshortcuts="Control+K">
          <MagnifyingGlassIcon aria-hidden />
          <span>{t('palette.open')}</span>
          <KeyHint keys="Ctrl K" />
        </Pressable>
      )}
      <span className="topbar-space" />
      {permitted(bar, me.permissions).map(({ id, component: Part }) => (
        <Suspense key={id} fallback={null}>
          <Part />
        </Suspense>
      ))}
      <RunningOperations />
      {isPhone && (
        <IconButton label={t('palette.open')} onPress={onSearch}>
          <MagnifyingGlassIcon aria-hidden />
        </IconButton>
      )}
      <RecentNotices />
    </header>
  );
}

import {
  CogIcon,
  Density1Icon,
  Density2Icon,
  Density3Icon,
  LeaveIcon,
  MonitorIcon,
  MoonIcon,
  SunIcon,
} from '@navikt/aksel-icons';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentType, SVGProps } from 'react';
import { useTranslation } from 'react-i18next';

import type { Me } from '#areas/login/contract.ts';

import { changeLanguage, currentLanguage } from '../i18n.ts';
import { densities, setDensity, setTheme, themes, usePreferences } from '../preferences.ts';
import type { Session } from '../session.ts';
import { MenuChoice, MenuItem, MenuLine, MenuSection } from '../ui/Menu.tsx';
import { MenuBody } from '../ui/MenuBody.tsx';
import type { Overlay } from '../ui/trigger.tsx';
import { shellLanguages } from './languageNames.ts';

type Icon = ComponentType<SVGProps<SVGSVGElement>>;

const themeIcons = { system: MonitorIcon, light: SunIcon, dark: MoonIcon };
const densityIcons = { compact: Density3Icon, normal: Density2Icon, comfortable: Density1Icon };

interface UserMenuBodyProps {
  me: Me;
  session: Session;
  overlay: Overlay;
  onNavigate: (() => void) | undefined;
}

export function UserMenuBody({ me, session, overlay, onNavigate }: UserMenuBodyProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { theme, density } = usePreferences();
  const { isOpen, setOpen, triggerRef } = overlay;
  const openSettings = () => {
    onNavigate?.();
    void navigate({ href: '/settings' });
  };

  return (
    <MenuBody
      label={t('user.menu')}
      placement="top start"
      isOpen={isOpen}
      onOpenChange={setOpen}
      triggerRef={triggerRef}
    >
      <MenuSection title={me.userName}>
        <MenuItem icon={<CogIcon aria-hidden />} onAction={openSettings}>
          {t('user.settings')}
        </MenuItem>
        <MenuItem icon={<LeaveIcon aria-hidden />} onAction={() => void session.signOut()}>
          {t('user.logout')}
        </MenuItem>
      </MenuSection>
      <MenuLine />
      <MenuChoice
        title={t('user.theme')}
        options={options(themes, themeIcons, (value) => t(`theme.${value}`))}
        value={theme}
        onChange={setTheme}
      />
      <MenuLine />
      <MenuChoice
        title={t('user.density')}
        options={options(densities, densityIcons, (value) => t(`density.${value}`))}
        value={density}
        onChange={setDensity}
      />
      <MenuLine />
      <MenuChoice
        title={t('user.language')}
        options={shellLanguages}
        value={currentLanguage()}
        onChange={(language) => void changeLanguage(language)}
      />
    </MenuBody>
  );
}

function options<Value extends string>(
  values: readonly Value[],
  icons: Record<Value, Icon>,
  label: (value: Value) => string,
) {
  return values.map((value) => {
    const Drawing: Icon = icons[value];
    return { value, label: label(value), icon: <Drawing aria-hidden /> };
  });
}

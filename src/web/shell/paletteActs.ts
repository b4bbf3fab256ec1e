/** What the command palette does, besides leading somewhere: what the user's menu does. */
import type { TFunction } from 'i18next';

import { changeLanguage } from '../i18n.ts';
import { densities, setDensity, setTheme, themes } from '../preferences.ts';
import type { Session } from '../session.ts';
import { shellLanguages } from './languageNames.ts';

export interface PaletteAct {
  id: string;
  label: string;
  run: () => void;
}

export function paletteActs(t: TFunction, session: Session): PaletteAct[] {
  return [
    ...themes.map((theme) => ({
      id: `theme-${theme}`,
      label: `${t('user.theme')}: ${t(`theme.${theme}`)}`,
      run: () => setTheme(theme),
    })),
    ...densities.map((density) => ({
      id: `density-${density}`,
      label: `${t('user.density')}: ${t(`density.${density}`)}`,
      run: () => setDensity(density),
    })),
    ...shellLanguages.map(({ value, label }) => ({
      id: `language-${value}`,
      label: `${t('user.language')}: ${label}`,
      run: () => void changeLanguage(value),
    })),
    { id: 'log-out', label: t('user.logout'), run: () => void session.signOut() },
  ];
}

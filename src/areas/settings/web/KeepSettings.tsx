import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { call, useRead } from '#web/api/hooks.ts';
import { changeLanguage } from '#web/i18n.ts';
import { currentChoice } from '#web/language.ts';
import { setListMode, useListMode } from '#web/list/mode.ts';
import { setDensity, setTheme, usePreferences } from '#web/preferences.ts';
import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';

import { settings, type UserSettings } from '../contract.ts';

type Kept = Pick<UserSettings, 'language' | 'theme' | 'density' | 'tableMode'>;

/**
 * Keeps the browser's choices and the user's own in step: a browser that has no choice of its own takes the user's,
 * and whatever is chosen here, wherever it is chosen, becomes the user's. Draws nothing.
 */
export function KeepSettings() {
  useTranslation();
  const { session } = useShellContext();
  const language = useSessionState(session)?.me?.language ?? null;
  const { data: own } = useRead(settings.own, {}, { handleErrors: false });
  const { theme, density } = usePreferences();
  const tableMode = useListMode();
  const shown: Kept = { language: currentChoice(), theme, density, tableMode };
  // As it was when the shell was drawn; what differs later was chosen, also before the answer came.
  const first = useRef(shown);
  const known = useRef<Kept>(undefined);
  const isSettling = useRef(false);

  useEffect(() => {
    // Texts of another language come a little later; until then the old one is nobody's choice.
    if (!own || isSettling.current) return;
    const before = known.current ?? first.current;
    known.current = known.current ? shown : adopt(own, language, shown);
    if (known.current.language !== shown.language) {
      isSettling.current = true;
      void changeLanguage(known.current.language).finally(() => {
        isSettling.current = false;
      });
    }
    const changed = Object.fromEntries(
      Object.entries(shown).filter(([name, value]) => Reflect.get(before, name) !== value),
    );
    if (Object.keys(changed).length === 0) return;
    // What cannot be kept now still holds in this browser.
    void call(settings.updateOwn, changed, { handleErrors: false }).catch(() => {});
  });
  return null;
}

const has = (key: string) => localStorage.getItem(key) !== null;

/** Puts the user's choices on a browser without its own, save the language; answers what shall hold afterwards. */
function adopt(own: UserSettings, chosen: string | null, shown: Kept): Kept {
  const kept = { ...shown };
  if (!has('theme') && own.theme !== shown.theme) setTheme((kept.theme = own.theme));
  if (!has('density') && own.density !== shown.density) setDensity((kept.density = own.density));
  if (!has('listMode') && own.tableMode !== shown.tableMode) setListMode((kept.tableMode = own.tableMode));
  // Never chosen, the language is the browser's, whatever the portal's first one is.
  if (!has('language') && chosen !== null) kept.language = own.language;
  return kept;
}

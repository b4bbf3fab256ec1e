import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead, useWrite } from '#web/api/hooks.ts';
import { changeLanguage, currentLanguage } from '#web/i18n.ts';
import { listModes, setListMode, useListMode } from '#web/list/mode.ts';
import { densities, setDensity, setTheme, themes, usePreferences } from '#web/preferences.ts';
import { useSessionState } from '#web/session.ts';
import { shellLanguages } from '#web/shell/languageNames.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { notify } from '#web/ui/notices.ts';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { Select } from '#web/ui/Select.tsx';

import { settings } from '../contract.ts';

/** In force at once; `KeepSettings` takes the choices along to the user's other browsers. */
export function Look() {
  const { t } = useTranslation(['settings', 'shell']);
  const { theme, density } = usePreferences();
  const mode = useListMode();
  return (
    <section className="card settings-part">
      <h2 className="section-title">{t('settings:look')}</h2>
      <Setting label={t('settings:language')} hint={t('settings:languageHint')}>
        <SegmentedControl
          label={t('settings:language')}
          options={shellLanguages}
          value={currentLanguage()}
          onChange={(language) => void changeLanguage(language)}
        />
      </Setting>
      <Setting label={t('settings:theme')} hint={t('settings:themeHint')}>
        <SegmentedControl
          label={t('settings:theme')}
          options={themes.map((value) => ({ value, label: t(`shell:theme.${value}`) }))}
          value={theme}
          onChange={setTheme}
        />
      </Setting>
      <Setting label={t('settings:density')} hint={t('settings:densityHint')}>
        <SegmentedControl
          label={t('settings:density')}
          options={densities.map((value) => ({ value, label: t(`shell:density.${value}`) }))}
          value={density}
          onChange={setDensity}
        />
      </Setting>
      <Setting label={t('settings:mode')} hint={t('settings:modeHint')}>
        <SegmentedControl
          label={t('settings:mode')}
          options={listModes.map((value) => ({ value, label: t(`settings:mode.${value}`) }))}
          value={mode}
          onChange={setListMode}
        />
      </Setting>
      <SchoolAtSignIn />
    </section>
  );
}

interface SettingProps {
  label: string;
  hint: string;
  children: ReactNode;
}

function Setting({ label, hint, children }: SettingProps) {
  return (
    <div className="settings-row">
      <div>
        <strong>{label}</strong>
        <p className="meta">{hint}</p>
      </div>
      {children}
    </div>
  );
}

const PRIMARY = '';

/** Only for whoever has several schools to stand at. */
function SchoolAtSignIn() {
  const { t } = useTranslation('settings');
  const { session } = useShellContext();
  const schools = useSessionState(session)?.me?.schools ?? [];
  const { data: own } = useRead(settings.own, {}, { handleErrors: false, enabled: schools.length > 1 });
  const { mutate } = useWrite(settings.updateOwn, { handleErrors: false });
  if (!own || schools.length < 2) return null;
  const choose = (code: string) =>
    mutate(
      { defaultSchool: code === PRIMARY ? null : code },
      {
        onSuccess: () => notify({ tone: 'success', text: t('saved') }),
        onError: () => notify({ tone: 'danger', text: t('saveFailed') }),
      },
    );
  return (
    <div className="settings-row">
      <Select
        label={t('school')}
        hint={t('schoolHint')}
        value={own.defaultSchool ?? PRIMARY}
        options={[
          { value: PRIMARY, label: t('schoolPrimary') },
          ...schools.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={choose}
      />
    </div>
  );
}

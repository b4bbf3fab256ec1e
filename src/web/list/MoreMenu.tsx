import { MenuElipsisHorizontalIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { densities, setDensity, usePreferences } from '../preferences.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuChoice } from '../ui/Menu.tsx';
import { listModes, setListMode, useListMode } from './mode.ts';

/** How lists are shown to this reader: row height, and one long list or pages. */
export function MoreMenu() {
  const { t } = useTranslation('list');
  const { density } = usePreferences();
  const mode = useListMode();
  return (
    <Menu
      placement="bottom end"
      label={t('more')}
      trigger={
        <IconButton label={t('more')}>
          <MenuElipsisHorizontalIcon aria-hidden />
        </IconButton>
      }
    >
      <MenuChoice
        title={t('density')}
        options={densities.map((value) => ({ value, label: t(`density.${value}`) }))}
        value={density}
        onChange={setDensity}
      />
      <MenuChoice
        title={t('mode')}
        options={listModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        value={mode}
        onChange={setListMode}
      />
    </Menu>
  );
}

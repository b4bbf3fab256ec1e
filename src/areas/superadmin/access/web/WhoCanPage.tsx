import './access.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { usePeople } from '#web/form/PersonInput.tsx';
import { useMay } from '#web/list/useMay.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';
import { ComboBox } from '#web/ui/ComboBox.tsx';

import { AccessTabs } from './shared.tsx';
import { WhoCan } from './WhoCan.tsx';

/** For those who order access: others are told so at once, not when they have chosen somebody. */
export function WhoCanPage() {
  const { t } = useTranslation('access');
  return useMay('access.order') ? <Choose /> : <DeniedPage title={t('whoCan.title')} />;
}

/** Choose a person, and see who can do what with them. */
function Choose() {
  const { t } = useTranslation('access');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { options, isSearching } = usePeople(typed, 'both');
  return (
    <Page title={t('whoCan.title')} lead={t('whoCan.lead')}>
      <AccessTabs />
      <div className="access-sections">
        <div className="access-choose">
          <ComboBox
            label={t('whoCan.person')}
            placeholder={t('whoCan.placeholder')}
            options={options}
            value={chosen}
            onChange={setChosen}
            onSearch={setTyped}
            isSearching={isSearching}
          />
        </div>
        {chosen !== undefined && <WhoCan key={chosen} userName={chosen} />}
      </div>
    </Page>
  );
}

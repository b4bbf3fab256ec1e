import { ArrowsCirclepathIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chosen } from '#web/list/BulkBar.tsx';
import { ListPage } from '#web/list/ListPage.tsx';

import { directory, entryList } from '../contract.ts';
import { ActDialog } from './ActDialog.tsx';
import { entryLooks, nameOf } from './looks.tsx';

const texts = { namespace: 'directory', prefix: 'entries.' };

/** What has not arrived: on its way, tried again, or set aside until somebody has looked. */
export function EntriesTab() {
  const { t } = useTranslation('directory');
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <>
      <ListPage
        list={entryList}
        route={directory.entries}
        texts={texts}
        looks={entryLooks}
        nameOf={nameOf}
        bulkActs={[
          {
            id: 'retry',
            label: t('retry.act'),
            icon: <ArrowsCirclepathIcon aria-hidden />,
            onAct: setChosen,
          },
        ]}
        isPart
      />
      {chosen && (
        <ActDialog
          route={directory.retry}
          words="retry"
          chosen={chosen}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

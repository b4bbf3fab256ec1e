import { ArrowUndoIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chosen } from '#web/list/BulkBar.tsx';
import { ListPage } from '#web/list/ListPage.tsx';

import { directory, exceptionList } from '../contract.ts';
import { ActDialog } from './ActDialog.tsx';
import { exceptionLooks, nameOf } from './looks.tsx';

const texts = { namespace: 'directory', prefix: 'exceptions.' };

/** Differences somebody lets be, until they say otherwise or the directory does. */
export function ExceptionsTab() {
  const { t } = useTranslation('directory');
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <>
      <ListPage
        list={exceptionList}
        route={directory.exceptions}
        texts={texts}
        looks={exceptionLooks}
        nameOf={nameOf}
        bulkActs={[
          {
            id: 'withdraw',
            label: t('withdraw.act'),
            icon: <ArrowUndoIcon aria-hidden />,
            onAct: setChosen,
          },
        ]}
        isPart
      />
      {chosen && (
        <ActDialog
          route={directory.withdraw}
          words="withdraw"
          chosen={chosen}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

import { CheckmarkIcon, ArrowUndoIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chosen } from '#web/list/BulkBar.tsx';
import { ListPage } from '#web/list/ListPage.tsx';

import { directory, driftList } from '../contract.ts';
import { ActDialog } from './ActDialog.tsx';
import { driftLooks, nameOf } from './looks.tsx';

const texts = { namespace: 'directory', prefix: 'drift.' };
const acts = { enforce: directory.enforce, accept: directory.accept };

/** What somebody changed in the directory itself: enforced, or accepted. */
export function DriftTab() {
  const { t } = useTranslation('directory');
  const [wish, setWish] = useState<{ act: keyof typeof acts; chosen: Chosen }>();
  const ask = (act: keyof typeof acts) => (chosen: Chosen) => setWish({ act, chosen });
  return (
    <>
      <ListPage
        list={driftList}
        route={directory.drift}
        texts={texts}
        looks={driftLooks}
        nameOf={nameOf}
        bulkActs={[
          {
            id: 'enforce',
            label: t('enforce.act'),
            icon: <ArrowUndoIcon aria-hidden />,
            onAct: ask('enforce'),
          },
          { id: 'accept', label: t('accept.act'), icon: <CheckmarkIcon aria-hidden />, onAct: ask('accept') },
        ]}
        isPart
      />
      {wish && (
        <ActDialog
          route={acts[wish.act]}
          words={wish.act}
          chosen={wish.chosen}
          onClose={() => setWish(undefined)}
        />
      )}
    </>
  );
}

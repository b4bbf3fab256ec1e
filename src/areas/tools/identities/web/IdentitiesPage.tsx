import { PersonCheckmarkIcon, PersonCrossIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { userAddress } from '#areas/users/web/shared.tsx';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import type { StatusTone } from '#web/ui/Status.tsx';

import { identities, identityList, type IdentityRow, type identityStates } from '../contract.ts';
import { IdentityDialog } from './IdentityDialog.tsx';

const texts = { namespace: 'identities' };
const tones: Record<(typeof identityStates)[number], StatusTone> = {
  open: 'warning',
  same: 'success',
  different: 'neutral',
};
const looks: Looks<IdentityRow> = { choices: { state: { as: 'status', tones } } };

/** People the import was not sure about: somebody says who they are, once. */
export function IdentitiesPage() {
  const { t } = useTranslation('identities');
  const [wish, setWish] = useState<{ isSame: boolean; chosen: Chosen }>();
  const ask = (isSame: boolean) => (chosen: Chosen) => setWish({ isSame, chosen });
  return (
    <>
      <ListPage
        list={identityList}
        route={identities.list}
        texts={texts}
        looks={looks}
        nameOf={({ name }) => name}
        rowHref={({ userName }) => userAddress(userName)}
        primary={<LinkButton to="/tools/import">{t('imports')}</LinkButton>}
        bulkActs={[
          { id: 'same', label: t('same'), icon: <PersonCheckmarkIcon aria-hidden />, onAct: ask(true) },
          {
            id: 'different',
            label: t('different'),
            icon: <PersonCrossIcon aria-hidden />,
            onAct: ask(false),
          },
        ]}
      />
      {wish && <IdentityDialog {...wish} onClose={() => setWish(undefined)} />}
    </>
  );
}

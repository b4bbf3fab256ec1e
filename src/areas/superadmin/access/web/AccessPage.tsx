import { useTranslation } from 'react-i18next';

import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';
import { useMay } from '#web/list/useMay.ts';
import { later } from '#web/ui/later.tsx';
import { NewButton } from '#web/ui/NewButton.tsx';

import { access, accessList, type AccessRow } from '../contract.ts';
import { AdminsPage } from './AdminsPage.tsx';
import { Roles } from './Roles.tsx';
import { AccessTabs } from './shared.tsx';

const GrantDialog = later(async () => (await import('./GrantDialog.tsx')).GrantDialog);
const GrantCard = later(async () => (await import('./GrantCard.tsx')).GrantCard);

const texts = { namespace: 'access', prefix: 'list.' };
const nameOf = ({ displayName }: AccessRow) => displayName;
const looks: Looks<AccessRow> = {
  cells: {
    roles: ({ roles }) => <Roles roles={roles} />,
    school: ({ school }) => school.name,
    orderedBy: ({ orderedBy, orderedByName }) => orderedByName ?? orderedBy,
  },
};

/** Who has which role at which school. Whoever may only see that sees the administrators of their own school. */
export function AccessPage() {
  return useMay('access.order') ? <Everybody /> : <AdminsPage />;
}

function Everybody() {
  return (
    <ListPage
      list={accessList}
      route={access.list}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      isTight
      views={<AccessTabs />}
      primary={<Grant />}
      card={({ key, close }) => <GrantCard key={key} id={key} onClose={close} />}
    />
  );
}

function Grant() {
  const { t } = useTranslation('access');
  return <NewButton label={t('grant.button')}>{(close) => <GrantDialog onClose={close} />}</NewButton>;
}

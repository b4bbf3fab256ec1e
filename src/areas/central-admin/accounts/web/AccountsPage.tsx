import { useTranslation } from 'react-i18next';

import { CentralTabs } from '#areas/central-admin/health/web/shared.tsx';
import { Roles } from '#areas/superadmin/access/web/shared.tsx';
import { formatDateTime } from '#web/format.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';
import { later } from '#web/ui/later.tsx';
import { NewButton } from '#web/ui/NewButton.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

import { accountList, type AccountRow, portalAccounts } from '../contract.ts';

const AddDialog = later(async () => (await import('./AddDialog.tsx')).AddDialog);
const AccountCard = later(async () => (await import('./AccountCard.tsx')).AccountCard);

const texts = { namespace: 'accounts', prefix: 'list.' };
const nameOf = ({ displayName }: AccountRow) => displayName;
const tones: Record<AccountRow['state'], StatusTone> = {
  open: 'success',
  locked: 'warning',
  closed: 'neutral',
};
const looks: Looks<AccountRow> = {
  cells: {
    displayName: ({ displayName, isSelf }) => <Name name={displayName} isSelf={isSelf} />,
    roles: ({ roles }) => <Roles roles={roles} />,
    state: ({ state }) => <State state={state} />,
    secondFactor: ({ secondFactor }) => <Factor at={secondFactor} />,
  },
};

function Name({ name, isSelf }: { name: string; isSelf: boolean }) {
  const { t } = useTranslation('accounts');
  return isSelf ? t('you', { name }) : name;
}

function State({ state }: { state: AccountRow['state'] }) {
  const { t } = useTranslation('accounts');
  return <Status tone={tones[state]}>{t(`choice.state.${state}`)}</Status>;
}

function Factor({ at }: { at: string | null }) {
  const { t } = useTranslation('accounts');
  return at === null ? <Status tone="warning">{t('factor.none')}</Status> : formatDateTime(at);
}

/** Those who keep the portal, each with a password of the portal's own. */
export function AccountsPage() {
  const { t } = useTranslation('accounts');
  return (
    <ListPage
      list={accountList}
      route={portalAccounts.list}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      isTight
      views={<CentralTabs />}
      primary={<NewButton label={t('add.button')}>{(close) => <AddDialog onClose={close} />}</NewButton>}
      card={({ key, close }) => <AccountCard key={key} userName={key} onClose={close} />}
    />
  );
}

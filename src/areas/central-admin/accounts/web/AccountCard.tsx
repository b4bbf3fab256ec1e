import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Roles } from '#areas/superadmin/access/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { RowState } from '#web/card/RowState.tsx';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { formatDateTime } from '#web/format.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';

import { type AccountRow, portalAccounts } from '../contract.ts';
import { Act } from './Act.tsx';
import { Suggested } from './AddDialog.tsx';
import { KeeperSessions } from './KeeperSessions.tsx';
import { touches } from './touches.ts';

interface AccountCardProps {
  userName: string;
  onClose: () => void;
}

const moment = (at: string | null) => at && formatDateTime(at);

/** One account: how it is signed in to, from where, and what can be done about it. */
export function AccountCard({ userName, onClose }: AccountCardProps) {
  const { t } = useTranslation('accounts');
  const read = useRead(portalAccounts.list, { search: userName, pageSize: 500 }, { handleErrors: false });
  const row = read.data?.Items.find((item) => item.userName === userName);
  if (!row) {
    return (
      <Drawer title={userName} onClose={onClose}>
        <RowState read={read} gone={t('card.gone')} />
      </Drawer>
    );
  }
  return (
    <Drawer title={row.displayName} subtitle={<span>{row.userName}</span>} onClose={onClose}>
      <div className="stack">
        <DescriptionList
          items={[
            { term: t('column.roles'), value: row.roles.length > 0 && <Roles roles={row.roles} /> },
            { term: t('column.state'), value: t(`choice.state.${row.state}`) },
            { term: t('column.secondFactor'), value: moment(row.secondFactor) ?? t('factor.none') },
            { term: t('column.passwordChanged'), value: moment(row.passwordChanged) },
            { term: t('mustChange'), value: t(row.mustChange ? 'yes' : 'no') },
            { term: t('column.lastLogin'), value: moment(row.lastLogin) },
            { term: t('column.addedTime'), value: moment(row.addedTime) },
            { term: t('column.addedBy'), value: row.addedBy },
          ]}
        />
        {row.isSelf && <p className="meta">{t('own')}</p>}
        <Acts row={row} />
        <KeeperSessions userName={row.userName} why={row.cannot.find(({ act }) => act === 'sessions')} />
      </div>
    </Drawer>
  );
}

function Acts({ row }: { row: AccountRow }) {
  const { t } = useTranslation('accounts');
  const [asksPassword, setAsksPassword] = useState(false);
  const close = () => setAsksPassword(false);
  const same = { row, input: { userName: row.userName } };
  return (
    <div className="page-acts">
      <Act {...same} act="password" onPress={() => setAsksPassword(true)} />
      <Act {...same} act="unlock" route={portalAccounts.unlock} />
      <Act {...same} act="factor" route={portalAccounts.removeFactor} />
      <Act {...same} act="open" route={portalAccounts.open} />
      <Act {...same} act="close" route={portalAccounts.close} />
      {asksPassword && (
        <Dialog title={t('act.password')} isOpen onClose={close}>
          <ContractForm
            route={portalAccounts.setPassword}
            values={{ newPassword: '', repeatPassword: '' }}
            fixed={{ userName: row.userName }}
            namespace="accounts"
            touches={touches}
            onSaved={close}
            onCancel={close}
          >
            <Suggested />
            <TextInput name="newPassword" type="password" autoComplete="new-password" />
            <TextInput name="repeatPassword" type="password" autoComplete="new-password" />
          </ContractForm>
        </Dialog>
      )}
    </div>
  );
}

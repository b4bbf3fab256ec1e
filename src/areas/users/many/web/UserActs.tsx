import { ChevronDownIcon, KeyHorizontalIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ProgressDialog } from '#areas/logs/bulk/web/shared.tsx';
import type { UserDetail } from '#areas/users/contract.ts';
import { passwords } from '#areas/users/passwords/contract.ts';
import { ChangePasswordDialog, FirstTimeDialog } from '#areas/users/passwords/web/shared.tsx';
import { PrimarySchoolDialog } from '#areas/users/primary-school/web/shared.tsx';
import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { MenuItemProps } from '#web/ui/menu-parts.ts';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { notify } from '#web/ui/notices.ts';

import { manyUsers } from '../contract.ts';
import { PlaceDialog } from './PlaceDialog.tsx';
import { RenewDialog } from './Renew.tsx';

type Asked = 'password' | 'firstTime' | 'school' | 'renew' | 'endPlace' | 'resumePlace' | 'delete';
type Offered = Exclude<Asked, 'password'> | 'unlock' | 'schoolUndo';

/** What can be done to one person, in the head of the card. What the reader has no right to is not offered. */
export function UserActs({ user }: { user: UserDetail }) {
  const { t } = useTranslation(['many', 'errors', 'form']);
  const [asked, setAsked] = useState<Asked>();
  const unlock = useWrite(passwords.unlock, { handleErrors: false });
  const close = () => setAsked(undefined);
  const offered = offeredFor(user);

  const onUnlock = async () => {
    try {
      await unlock.mutateAsync({ userName: user.userName });
      notify({ tone: 'success', text: t('unlocked') });
    } catch (error) {
      notify({ tone: 'danger', text: t('failed', { reason: refusalText(asRefusal(error), t) }) });
    }
  };
  const start = (act: Offered) => {
    if (act === 'unlock') void onUnlock();
    else setAsked(act === 'schoolUndo' ? 'school' : act);
  };
  return (
    <>
      {user.can.includes('setPassword') && user.accountStatus !== 'expired' && (
        <Button icon={<KeyHorizontalIcon aria-hidden />} onPress={() => setAsked('password')}>
          {t('act.password')}
        </Button>
      )}
      {offered.length > 0 && (
        <Menu
          label={t('acts')}
          placement="bottom end"
          trigger={<Button iconAfter={<ChevronDownIcon aria-hidden />}>{t('acts')}</Button>}
        >
          {offered.map((act) => (
            <MenuItem
              key={act}
              id={act}
              onAction={() => start(act)}
              {...((act === 'delete' || act === 'endPlace') && danger)}
            >
              {t(`act.${act}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      {asked === 'password' && <ChangePasswordDialog owner={user} onClose={close} />}
      {asked === 'firstTime' && (
        <FirstTimeDialog userNames={[user.userName]} displayName={user.displayName} onClose={close} />
      )}
      {asked === 'school' && <PrimarySchoolDialog user={user} onClose={close} />}
      {asked === 'renew' && <RenewDialog user={user} onClose={close} />}
      {(asked === 'endPlace' || asked === 'resumePlace') && (
        <PlaceDialog user={user} act={asked} onClose={close} />
      )}
      {asked === 'delete' && <DeleteDialog user={user} onClose={close} />}
    </>
  );
}

const danger: Pick<MenuItemProps, 'tone'> = { tone: 'danger' };

function offeredFor(user: UserDetail): Offered[] {
  const { can, accountStatus, pendingSchoolChange, expiryDate, ownedFields } = user;
  const may = (act: UserDetail['can'][number]) => can.includes(act);
  const place: Offered[] = may('resumePlace') ? ['resumePlace'] : may('endPlace') ? ['endPlace'] : [];
  const offered: Offered[] = [];
  if (may('update') && expiryDate !== null && !ownedFields.includes('expiryDate')) offered.push('renew');
  if (accountStatus === 'expired') {
    if (may('resumePlace')) offered.push('resumePlace');
    return may('delete') ? [...offered, 'delete'] : offered;
  }
  if (may('issuePassword')) offered.push('firstTime');
  if (may('setPassword') && accountStatus === 'locked') offered.push('unlock');
  if (may('changeSchool')) offered.push(pendingSchoolChange ? 'schoolUndo' : 'school');
  return [...offered, ...place];
}

function DeleteDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { t } = useTranslation(['many', 'errors', 'form']);
  const start = useWrite(manyUsers.deleteInactive, { handleErrors: false });
  const title = t('delete.title', { name: user.displayName });
  if (start.data) {
    return <ProgressDialog operationId={start.data.operationId} title={title} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('deleteExpired.go')}
      tone="danger"
      isOpen
      isPending={start.isPending}
      onConfirm={() => start.mutate({ userNames: [user.userName], confirm: true })}
      onCancel={onClose}
    >
      <p>{t('delete.text')}</p>
      {start.error && (
        <Alert tone="danger" title={t('startFailed')} isLive>
          {refusalText(asRefusal(start.error), t)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}

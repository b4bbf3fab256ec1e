import { KeyHorizontalIcon, MenuElipsisVerticalIcon, PencilIcon, TasklistIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FirstTimeDialog } from '#areas/users/passwords/web/shared.tsx';
import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { later } from '#web/ui/later.tsx';
import { Menu, MenuItem, MenuLine } from '#web/ui/Menu.tsx';
import { notify } from '#web/ui/notices.ts';

import type { GroupDetail } from '../contract.ts';
import { routesOf, touched } from './routes-of.ts';
import { isTaught } from './shared.tsx';

/** Fetched when it is first opened, so that the card loads without it. */
const dialogs = {
  edit: later(async () => (await import('./EditGroupDialog.tsx')).EditGroupDialog),
  email: later(async () => (await import('./EmailDialog.tsx')).EmailDialog),
  classList: later(async () => (await import('./ClassListDialog.tsx')).ClassListDialog),
  force: later(async () => (await import('./ForcePassword.tsx')).ForcePassword),
  delete: later(async () => (await import('./DeleteGroup.tsx')).DeleteGroup),
};

/** What this reader may do with the group (specification §6): the rest is not offered. */
export function GroupActs({ group }: { group: GroupDetail }) {
  const { t } = useTranslation(['groups', 'errors', 'form']);
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const [isIssuing, setIssuing] = useState(false);
  const hide = useWrite(routesOf(group).hide, { touches: touched, handleErrors: false });
  const protect = useWrite(routesOf(group).protect, { touches: touched, handleErrors: false });
  const { can, name: groupName, displayName: name, visibleInAddressLists, deletePrevention } = group;

  const set = async (work: Promise<unknown>, text: string) => {
    try {
      await work;
      notify({ tone: 'success', text });
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  const setHidden = (hidden: boolean) =>
    set(hide.mutateAsync({ groupName, hidden }), t(hidden ? 'hidden.done' : 'shown.done', { name }));
  const setProtected = (prevent: boolean) =>
    set(
      protect.mutateAsync({ groupName, prevent }),
      t(prevent ? 'protect.done' : 'unprotect.done', { name }),
    );

  const isClass = isTaught(group);
  const Dialog = open && dialogs[open];
  const hasMore = can.includes('manage') || can.includes('passwords') || can.includes('delete');
  return (
    <>
      {can.includes('passwords') && isClass && (
        <Button icon={<KeyHorizontalIcon aria-hidden />} onPress={() => setIssuing(true)}>
          {t('act.passwords')}
        </Button>
      )}
      {can.includes('classList') && (
        <Button icon={<TasklistIcon aria-hidden />} onPress={() => setOpen('classList')}>
          {t('act.classList')}
        </Button>
      )}
      {can.includes('update') && (
        <Button icon={<PencilIcon aria-hidden />} onPress={() => setOpen('edit')}>
          {t('act.edit')}
        </Button>
      )}
      {hasMore && (
        <Menu
          label={t('act.more')}
          placement="bottom end"
          trigger={
            <IconButton label={t('act.more')}>
              <MenuElipsisVerticalIcon aria-hidden />
            </IconButton>
          }
        >
          {can.includes('manage') && (
            <>
              <MenuItem onAction={() => setOpen('email')}>{t('act.email')}</MenuItem>
              <MenuItem onAction={() => void setHidden(visibleInAddressLists)}>
                {t(visibleInAddressLists ? 'act.hide' : 'act.show')}
              </MenuItem>
              <MenuItem onAction={() => void setProtected(!deletePrevention)}>
                {t(deletePrevention ? 'act.unprotect' : 'act.protect')}
              </MenuItem>
            </>
          )}
          {can.includes('passwords') && (
            <>
              {!isClass && <MenuItem onAction={() => setIssuing(true)}>{t('act.firstTime')}</MenuItem>}
              <MenuItem onAction={() => setOpen('force')}>{t('act.forcePassword')}</MenuItem>
            </>
          )}
          {can.includes('delete') && (
            <>
              <MenuLine />
              <MenuItem tone="danger" onAction={() => setOpen('delete')}>
                {t('act.delete')}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      {Dialog && <Dialog group={group} onClose={() => setOpen(undefined)} />}
      {isIssuing && <FirstTimeDialog group={group} onClose={() => setIssuing(false)} />}
    </>
  );
}

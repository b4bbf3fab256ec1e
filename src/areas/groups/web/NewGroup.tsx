import { useTranslation } from 'react-i18next';

import { useMay } from '#web/list/useMay.ts';
import { later } from '#web/ui/later.tsx';
import { NewButton } from '#web/ui/NewButton.tsx';

const NewGroupDialog = later(async () => (await import('./NewGroupDialog.tsx')).NewGroupDialog);

/** The button that makes a group; across schools for central roles. */
export function NewGroup({ isGlobal = false }: { isGlobal?: boolean }) {
  const { t } = useTranslation('groups');
  const may = useMay(isGlobal ? 'global-groups.manage' : 'groups.manage');
  if (!may) return null;
  return (
    <NewButton label={t(isGlobal ? 'global.act.new' : 'act.new')}>
      {(close) => <NewGroupDialog isGlobal={isGlobal} onClose={close} />}
    </NewButton>
  );
}

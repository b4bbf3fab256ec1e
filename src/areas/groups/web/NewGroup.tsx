import { PlusIcon } from '@navikt/aksel-icons';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useMay } from '#web/list/useMay.ts';
import { Button } from '#web/ui/Button.tsx';

const NewGroupDialog = lazy(async () => ({
  default: (await import('./NewGroupDialog.tsx')).NewGroupDialog,
}));

/** The button that makes a group; across schools for central roles. */
export function NewGroup({ isGlobal = false }: { isGlobal?: boolean }) {
  const { t } = useTranslation('groups');
  const [isOpen, setOpen] = useState(false);
  const may = useMay(isGlobal ? 'global-groups.manage' : 'groups.manage');
  if (!may) return null;
  return (
    <>
      <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setOpen(true)}>
        {t(isGlobal ? 'global.act.new' : 'act.new')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <NewGroupDialog isGlobal={isGlobal} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

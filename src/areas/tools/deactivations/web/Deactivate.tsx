import './deactivations.css';
import { PadlockLockedIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useMay } from '#web/list/useMay.ts';
import { Button } from '#web/ui/Button.tsx';
import { later } from '#web/ui/later.tsx';

import { deactivations } from '../contract.ts';
import type { Whom } from './DeactivateDialog.tsx';

const DeactivateDialog = later(async () => (await import('./DeactivateDialog.tsx')).DeactivateDialog);

/** The button and its dialog; without `whom` the dialog asks for people. */
export function Deactivate({ whom }: { whom?: Whom }) {
  const { t } = useTranslation('deactivations');
  const may = useMay(deactivations.addUsers.permission);
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button
        variant={whom ? 'secondary' : 'primary'}
        icon={<PadlockLockedIcon aria-hidden />}
        onPress={() => setOpen(true)}
      >
        {t(`new.${whom?.kind ?? 'people'}`)}
      </Button>
      {isOpen && <DeactivateDialog whom={whom} onClose={() => setOpen(false)} />}
    </>
  );
}

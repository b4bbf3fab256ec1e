import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useMay } from '#web/list/useMay.ts';
import { Button } from '#web/ui/Button.tsx';
import { later } from '#web/ui/later.tsx';

import { personalNumbers } from '../contract.ts';

const ChangeDialog = later(async () => (await import('./ChangeDialog.tsx')).ChangeDialog);

interface RegisterChangeProps {
  /** Asked for in the dialog where it is not given. */
  userName?: string;
  displayName?: string;
  hasNumber?: boolean;
}

export function RegisterChange(whose: RegisterChangeProps) {
  const { t } = useTranslation('personal-numbers');
  const may = useMay(personalNumbers.update.permission);
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button variant="primary" onPress={() => setOpen(true)}>
        {t('change.new')}
      </Button>
      {isOpen && <ChangeDialog {...whose} onClose={() => setOpen(false)} />}
    </>
  );
}

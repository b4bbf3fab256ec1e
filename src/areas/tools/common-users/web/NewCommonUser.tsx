import { PlusIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PasswordFields } from '#areas/users/passwords/web/shared.tsx';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { useMay } from '#web/list/useMay.ts';
import { useHasSchool } from '#web/shell/useHasSchool.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { commonUsers } from '../contract.ts';
import { AboutFields } from './AboutFields.tsx';

const empty = {
  userName: '',
  displayName: '',
  description: '',
  responsible: '',
  newPassword: '',
  repeatPassword: '',
};

/** The button and its dialog. An account is always at a school, so one must stand at one. */
export function NewCommonUser() {
  const { t } = useTranslation('common-users');
  const hasSchool = useHasSchool();
  const may = useMay('common-users.update');
  const [isOpen, setOpen] = useState(false);
  if (!may || !hasSchool) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setOpen(true)}>
        {t('new')}
      </Button>
      {isOpen && (
        <Dialog title={t('new.title')} isOpen onClose={close}>
          <ContractForm
            route={commonUsers.add}
            values={empty}
            namespace="common-users"
            touches={touches}
            saveLabel={t('new.save')}
            noticeOf={({ displayName }) => ({ tone: 'success', text: t('new.done', { name: displayName }) })}
            onSaved={close}
            onCancel={close}
          >
            <TextInput name="userName" />
            <AboutFields />
            <PasswordFields />
          </ContractForm>
        </Dialog>
      )}
    </>
  );
}

const touches = ['user'];

import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ContractForm } from '#web/form/ContractForm.tsx';
import { DateInput, SearchInput } from '#web/form/fields.tsx';
import { useLookup } from '#web/list/lookup.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { access } from '../contract.ts';
import { RolesInput } from './RolesInput.tsx';
import { EmployeeInput } from './shared.tsx';

const empty = { userName: '', school: '', roles: [], orderedBy: '', validTo: '' };

/** Gives somebody roles at a school, as its principal ordered. */
export function GrantDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('access');
  return (
    <Dialog title={t('grant.title')} isOpen onClose={onClose}>
      <ContractForm
        route={access.change}
        values={empty}
        namespace="access"
        touches={['user', 'school']}
        saveLabel={t('grant.save')}
        onSaved={onClose}
        onCancel={onClose}
      >
        <Alert tone="info">{t('grant.help')}</Alert>
        <EmployeeInput name="userName" />
        <SchoolInput />
        <RolesInput />
        <EmployeeInput name="orderedBy" />
        <DateInput name="validTo" />
      </ContractForm>
    </Dialog>
  );
}

function SchoolInput() {
  const [text, setText] = useState('');
  const { options, isPending } = useLookup('/import/schools', text);
  return <SearchInput name="school" options={options} onSearch={setText} isSearching={isPending} />;
}

import { useStore } from '@tanstack/react-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { DateInput, SearchInput } from '#web/form/fields.tsx';
import { PersonInput } from '#web/form/PersonInput.tsx';
import { useFormScope } from '#web/form/scope.ts';
import { textOf } from '#web/list/definition.ts';
import { useLookup } from '#web/list/lookup.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { access } from '../contract.ts';
import { RolesInput } from './RolesInput.tsx';

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
        <PersonInput name="userName" userType="employees" />
        <SchoolInput />
        <Already />
        <RolesInput />
        <PersonInput name="orderedBy" userType="employees" />
        <DateInput name="validTo" />
      </ContractForm>
    </Dialog>
  );
}

/** What is chosen takes the place of what the person has at the school, so that is told before it happens. */
function Already() {
  const { t } = useTranslation(['access', 'shell']);
  const { api } = useFormScope();
  const userName = useStore(api.store, ({ values }) => textOf(values.userName));
  const school = useStore(api.store, ({ values }) => textOf(values.school));
  const { data } = useRead(
    access.list,
    { search: userName, school, pageSize: 50 },
    { enabled: userName !== '' && school !== '', handleErrors: false },
  );
  const held = data?.Items.find((row) => row.userName === userName && row.school.code === school);
  if (!held) return null;
  const roles = held.roles.map((role) => t(`shell:role.${role}`)).join(', ');
  return <Alert tone="warning">{t('access:grant.already', { name: held.displayName, roles })}</Alert>;
}

function SchoolInput() {
  const [text, setText] = useState('');
  const { options, isPending } = useLookup('/import/schools', text);
  return <SearchInput name="school" options={options} onSearch={setText} isSearching={isPending} />;
}

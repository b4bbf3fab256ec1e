import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { readOptions } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { CheckInput, DateInput, LongTextInput, TextInput } from '#web/form/fields.tsx';
import { WhyNot } from '#web/why/WhyNot.tsx';

import { type UserDetail, users } from '../contract.ts';
import { UserFacts } from './UserFacts.tsx';

const valuesOf = (user: UserDetail) => ({
  title: user.title ?? '',
  department: user.department ?? '',
  mobilePhone: user.mobilePhone ?? '',
  email: user.email ?? '',
  expiryDate: user.expiryDate ?? '',
  description: user.description ?? '',
  mustChangePassword: user.mustChangePassword,
});
const fixedOf = ({ userName, version }: UserDetail) => ({ userName, version });

/** Pupils have neither title nor department, unless somebody has given them one. */
const hasWork = ({ role, title, department }: UserDetail) =>
  role !== 'student' || title !== null || department !== null;

interface UserFormProps {
  user: UserDetail;
  /** What one must know before changing anything. */
  children: ReactNode;
}

/** The fields school ICT may change; those the import owns are shown with where they come from (specification §3). */
export function UserForm({ user, children }: UserFormProps) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const read = readOptions(users.get, { name: user.userName });
  const source = user.source === 'manual' ? t('source.manual') : user.source;
  return (
    <ContractForm
      route={users.update}
      values={valuesOf(user)}
      fixed={fixedOf(user)}
      onlyChanged
      namespace="users"
      owned={Object.fromEntries(user.ownedFields.map((field) => [field, source]))}
      reread={async () => {
        const latest = await client.fetchQuery({ ...read, staleTime: 0 });
        return { values: valuesOf(latest), fixed: fixedOf(latest) };
      }}
      touches={['group', 'home']}
      onSaved={(saved) => client.setQueryData(read.queryKey, saved)}
    >
      {children}
      {hasWork(user) && (
        <div className="form-pair">
          <TextInput name="title" />
          <TextInput name="department" />
        </div>
      )}
      <TextInput name="email" type="email" />
      <div className="form-pair">
        <TextInput name="mobilePhone" type="tel" />
        <DateInput name="expiryDate" />
      </div>
      <LongTextInput name="description" />
      <CheckInput name="mustChangePassword" />
      <UserFacts user={user} />
      <WhyNot of="user" cannot={user.cannot} />
    </ContractForm>
  );
}

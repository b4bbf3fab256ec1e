import { useQueryClient } from '@tanstack/react-query';

import type { TabProps } from '../../card/registry.ts';
import { ContractForm } from '../../form/ContractForm.tsx';
import { DateInput, LongTextInput, TextInput } from '../../form/fields.tsx';
import { readOptions } from '../read.ts';
import { type Detail, people } from './people.ts';

const valuesOf = ({ title, email, mobilePhone, description, expires }: Detail) => ({
  title,
  email: email ?? '',
  mobilePhone: mobilePhone ?? '',
  description: description ?? '',
  expires,
});
const fixedOf = ({ userName, version }: Detail) => ({ userName, version });

export function PersonForm({ subject }: TabProps<Detail>) {
  const client = useQueryClient();
  const read = readOptions<Detail>(people.get, { userName: subject.userName });
  return (
    <ContractForm
      route={people.update}
      values={valuesOf(subject)}
      fixed={fixedOf(subject)}
      onlyChanged
      namespace="people"
      owned={{ expires: 'IST Administrasjon' }}
      reread={async () => {
        const latest = await client.fetchQuery({ ...read, staleTime: 0 });
        return { values: valuesOf(latest), fixed: fixedOf(latest) };
      }}
      onSaved={(saved) => client.setQueryData(read.queryKey, saved)}
    >
      <div className="form-pair">
        <TextInput name="title" />
        <TextInput name="mobilePhone" type="tel" />
      </div>
      <TextInput name="email" type="email" />
      <LongTextInput name="description" />
      <DateInput name="expires" />
    </ContractForm>
  );
}

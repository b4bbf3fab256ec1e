import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ContractForm } from '#web/form/ContractForm.tsx';
import { CheckInput, NumberInput, SearchInput, SelectInput, TextInput } from '#web/form/fields.tsx';
import { useLookup } from '#web/list/lookup.ts';

import { type DataSource, dataSources, sourceKinds } from '../contract.ts';
import { AccessInput } from './AccessInput.tsx';
import { LimitsInput } from './LimitsInput.tsx';
import { PrecedenceInput } from './PrecedenceInput.tsx';

interface SourceFormProps {
  source: DataSource | undefined;
  places: number;
  onDone: () => void;
}

const valuesOf = (source: DataSource | undefined, places: number) => ({
  name: source?.name ?? '',
  source: source?.source ?? 'pifu',
  school: source?.school?.code ?? '',
  method: source?.method ?? 'folder',
  folder: source?.folder ?? '',
  address: source?.address ?? '',
  userName: source?.userName ?? '',
  secret: '',
  tokenAddress: source?.tokenAddress ?? '',
  hostKey: source?.hostKey ?? '',
  runAt: source?.runAt ?? '17:00',
  place: source?.place ?? places + 1,
  enabled: source?.enabled ?? true,
  limits: source?.limits ?? {},
  precedence: source?.precedence ?? {},
});

export function SourceForm({ source, places, onDone }: SourceFormProps) {
  const { t } = useTranslation('data-sources');
  return (
    <ContractForm
      route={dataSources.save}
      values={valuesOf(source, places)}
      fixed={source ? { id: source.id, version: source.version } : {}}
      namespace="data-sources"
      onSaved={onDone}
      onCancel={onDone}
      {...(!source && { saveLabel: t('make') })}
    >
      <TextInput name="name" />
      <SelectInput
        name="source"
        options={sourceKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <SchoolInput initial={source?.school ?? undefined} />
      <AccessInput source={source} />
      <div className="form-pair">
        <TextInput name="runAt" />
        <NumberInput name="place" />
      </div>
      <PrecedenceInput />
      <LimitsInput />
      <CheckInput name="enabled" />
    </ContractForm>
  );
}

function SchoolInput({ initial }: { initial: { code: string; name: string } | undefined }) {
  const [text, setText] = useState('');
  const { options, isPending } = useLookup('/import/schools', text);
  const known =
    initial && !options.some(({ value }) => value === initial.code)
      ? [{ value: initial.code, label: initial.name }, ...options]
      : options;
  return <SearchInput name="school" options={known} onSearch={setText} isSearching={isPending} />;
}

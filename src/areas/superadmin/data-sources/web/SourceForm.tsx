import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { CheckInput, NumberInput, SearchInput, SelectInput, TextInput } from '#web/form/fields.tsx';
import { useFormField } from '#web/form/useFormField.ts';
import { textOf } from '#web/list/definition.ts';
import { useLookup } from '#web/list/lookup.ts';
import { Button } from '#web/ui/Button.tsx';

import { type DataSource, dataSources, type FolderState, sourceKinds } from '../contract.ts';
import { FolderFound } from './FolderFound.tsx';
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
  folder: source?.folder ?? '',
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
      <FolderInput />
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

/** The folder can be looked into before the source is saved. */
function FolderInput() {
  const { t } = useTranslation('data-sources');
  const folder = useFormField('folder');
  const kind = useFormField('source');
  const [found, setFound] = useState<FolderState>();
  const path = textOf(folder.value);
  const test = async () => {
    try {
      setFound(await call(dataSources.test, { folder: path }, { handleErrors: false }));
    } catch {
      setFound({ state: 'no-folder', files: [], looksLike: null });
    }
  };
  return (
    <div className="source-folder">
      <TextInput name="folder" />
      <Button onPress={() => void test()} isDisabled={path.trim() === ''}>
        {t('test')}
      </Button>
      {found && (
        <FolderFound found={found} expected={sourceKinds.find((one) => one === kind.value) ?? 'pifu'} />
      )}
    </div>
  );
}

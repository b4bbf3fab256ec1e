import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '#web/api/hooks.ts';
import { LongTextInput, SelectInput, TextInput } from '#web/form/fields.tsx';
import { useFormField } from '#web/form/useFormField.ts';
import { textOf } from '#web/list/definition.ts';
import { Button } from '#web/ui/Button.tsx';

import { type DataSource, dataSources, type FolderState, sourceKinds, sourceMethods } from '../contract.ts';
import { FolderFound } from './FolderFound.tsx';
import { testAccess } from './test-access.ts';

/** How the files of a source come, and what the portal signs in with. It can be tried before the source is saved. */
export function AccessInput({ source }: { source: DataSource | undefined }) {
  const { t } = useTranslation('data-sources');
  const fields = {
    method: useFormField('method'),
    folder: useFormField('folder'),
    address: useFormField('address'),
    userName: useFormField('userName'),
    secret: useFormField('secret'),
    tokenAddress: useFormField('tokenAddress'),
    hostKey: useFormField('hostKey'),
  };
  const kind = useFormField('source');
  const [found, setFound] = useState<FolderState>();
  const method = sourceMethods.find((one) => one === fields.method.value) ?? 'folder';
  const said = (field: keyof typeof fields) => textOf(fields[field].value).trim() || null;
  const test = async () => {
    const access = {
      method,
      folder: said('folder'),
      address: said('address'),
      userName: said('userName'),
      secret: textOf(fields.secret.value) || null,
      tokenAddress: said('tokenAddress'),
      hostKey: said('hostKey'),
    };
    const input = { ...access, ...(source && { id: source.id }) };
    setFound(await testAccess(() => call(dataSources.test, input, { handleErrors: false })));
  };
  const shown = found?.hostKey;
  return (
    <div className="source-folder">
      <SelectInput
        name="method"
        options={sourceMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
      />
      {method === 'folder' ? <TextInput name="folder" /> : <TextInput name="address" />}
      {method === 'oneroster-rest' && <TextInput name="tokenAddress" />}
      {method !== 'folder' && <TextInput name="userName" />}
      {method === 'sftp' && <LongTextInput name="secret" />}
      {(method === 'https' || method === 'oneroster-rest') && <TextInput name="secret" type="password" />}
      {method === 'sftp' && <TextInput name="hostKey" />}
      <Button
        onPress={() => void test()}
        isDisabled={said(method === 'folder' ? 'folder' : 'address') === null}
      >
        {t('test')}
      </Button>
      {found && (
        <FolderFound found={found} expected={sourceKinds.find((one) => one === kind.value) ?? 'pifu'} />
      )}
      {shown && <Button onPress={() => fields.hostKey.set(shown)}>{t('useHostKey')}</Button>}
    </div>
  );
}

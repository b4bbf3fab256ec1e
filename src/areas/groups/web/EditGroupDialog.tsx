import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { readOptions } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { DateInput, LongTextInput, TextInput } from '#web/form/fields.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { type GroupDetail, groups } from '../contract.ts';
import { routesOf, touched } from './routes-of.ts';
import { groupAddress } from './shared.tsx';

const valuesOf = ({ displayName, description, expiryDate }: GroupDetail) => ({
  newName: displayName,
  description: description ?? '',
  expiryDate: expiryDate ?? '',
});
const fixedOf = ({ name, version }: GroupDetail) => ({ name, version });

export function EditGroupDialog({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const { t } = useTranslation('groups');
  const client = useQueryClient();
  const navigate = useNavigate();
  const read = readOptions(groups.get, { name: group.name });
  return (
    <Dialog title={t('edit.title', { name: group.displayName })} isOpen onClose={onClose} width="wide">
      <ContractForm
        route={routesOf(group).update}
        values={valuesOf(group)}
        fixed={fixedOf(group)}
        onlyChanged
        namespace="groups"
        owned={group.can.includes('rename') ? {} : { newName: group.sourceName }}
        reread={async () => {
          const latest = await client.fetchQuery({ ...read, staleTime: 0 });
          return { values: valuesOf(latest), fixed: fixedOf(latest) };
        }}
        touches={touched}
        onSaved={(saved) => {
          client.setQueryData(readOptions(groups.get, { name: saved.name }).queryKey, saved);
          onClose();
          // The address follows the name in the directory.
          if (saved.name !== group.name) {
            void navigate({ href: groupAddress(saved.name), replace: true, ignoreBlocker: true });
          }
        }}
        onCancel={onClose}
      >
        <TextInput name="newName" />
        <LongTextInput name="description" />
        <DateInput name="expiryDate" />
      </ContractForm>
    </Dialog>
  );
}

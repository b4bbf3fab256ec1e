import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { globalGroups } from '#areas/superadmin/global-groups/contract.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { CheckInput, DateInput, LongTextInput, SelectInput, TextInput } from '#web/form/fields.tsx';
import { useHasSchool } from '#web/shell/useHasSchool.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

import { groupActs } from '../acts/contract.ts';
import type { GroupDetail } from '../contract.ts';
import { madeByHand } from '../rules.ts';
import { touched } from './routes-of.ts';
import { groupAddress } from './shared.tsx';

interface NewGroupDialogProps {
  isGlobal: boolean;
  onClose: () => void;
}

const empty = { name: '', description: '', alias: '', expiryDate: '', visibleInAddressLists: true };

/** Name, type and the rest; members are added on the group's own card, where it leads. */
export function NewGroupDialog({ isGlobal, onClose }: NewGroupDialogProps) {
  const { t } = useTranslation('groups');
  const navigate = useNavigate();
  const isAtSchool = useHasSchool();
  const types = madeByHand.filter((type) => (type === 'global') !== isAtSchool);
  const options = types.map((type) => ({
    value: type,
    label: t(`choice.type.${type}`),
    note: t(`type.hint.${type}`),
  }));
  const onSaved = ({ name }: GroupDetail) => {
    onClose();
    void navigate({ href: `${groupAddress(name)}/members`, ignoreBlocker: true });
  };
  const common = {
    namespace: 'groups',
    touches: touched,
    noticeOf: ({ displayName }: GroupDetail) => ({
      tone: 'success' as const,
      text: t('made', { name: displayName }),
    }),
    onSaved,
    onCancel: onClose,
    saveLabel: t('new.save'),
  };
  const fields = (
    <>
      <LongTextInput name="description" />
      <div className="form-pair">
        <DateInput name="expiryDate" />
        <TextInput name="alias" />
      </div>
      <CheckInput name="visibleInAddressLists" />
    </>
  );
  return (
    <Dialog title={t(isGlobal ? 'new.globalTitle' : 'new.title')} isOpen onClose={onClose} width="wide">
      {isGlobal ? (
        <ContractForm route={globalGroups.add} values={empty} {...common}>
          <TextInput name="name" />
          {fields}
        </ContractForm>
      ) : (
        <ContractForm route={groupActs.add} values={{ ...empty, type: types[0] ?? 'access' }} {...common}>
          <TextInput name="name" />
          <SelectInput name="type" options={options} />
          {fields}
        </ContractForm>
      )}
    </Dialog>
  );
}

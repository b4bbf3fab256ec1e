import { useStore } from '@tanstack/react-form';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { CheckInput, DateInput, LongTextInput, RadioInput } from '#web/form/fields.tsx';
import { PersonAmong } from '#web/form/PersonInput.tsx';
import { useFormScope } from '#web/form/scope.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { type AccessEntry, accessRoles } from '../contract.ts';
import { type Kind, kinds, touches } from './kinds.ts';

interface OrderDialogProps {
  kind: Kind;
  onClose: () => void;
}

const empty = {
  userName: '',
  role: 'employee',
  start: '',
  end: '',
  comment: '',
  renewDate: '',
  iktCanModify: true,
};
const emptyTemporary = { ...empty, immediate: false };

/** Orders temporary access, or a block: who, as what, from when to when. */
export function OrderDialog({ kind, onClose }: OrderDialogProps) {
  const { t } = useTranslation('school-access');
  const mayManage = useMay('school-access.manage');
  const isWhole = useMay('schools.all');
  const shared = {
    namespace: 'school-access',
    touches,
    saveLabel: t(`${kind}.order`),
    noticeOf: ({ displayName, immediate }: AccessEntry) => ({
      tone: 'success' as const,
      text: t(immediate ? 'temporary.begun' : `${kind}.ordered`, { name: displayName }),
    }),
    onSaved: onClose,
    onCancel: onClose,
  };
  const fields = (
    <>
      <Alert tone="info">
        <p>{t(`${kind}.when`)}</p>
        {kind === 'temporary' && !isWhole && <p>{t('temporary.who')}</p>}
      </Alert>
      <Person kind={kind} />
      <RadioInput
        name="role"
        options={accessRoles.map((role) => ({ value: role, label: t(`choice.role.${role}`) }))}
      />
      {kind === 'temporary' && <CheckInput name="immediate" />}
      <div className="form-pair">
        {kind === 'temporary' ? <StartUnlessNow /> : <DateInput name="start" />}
        <DateInput name="end" />
      </div>
      <DateInput name="renewDate" />
      <LongTextInput name="comment" />
      {mayManage && <CheckInput name="iktCanModify" />}
    </>
  );
  return (
    <Dialog title={t(`${kind}.new`)} isOpen onClose={onClose}>
      {kind === 'temporary' ? (
        <ContractForm route={kinds.temporary.routes.create} values={emptyTemporary} {...shared}>
          {fields}
        </ContractForm>
      ) : (
        <ContractForm route={kinds.block.routes.create} values={empty} {...shared}>
          {fields}
        </ContractForm>
      )}
    </Dialog>
  );
}

/** Whoever starts at once has no other first day than today. */
function StartUnlessNow() {
  const { api } = useFormScope();
  const isNow = useStore(api.store, ({ values }) => values.immediate === true);
  return isNow ? null : <DateInput name="start" isRequired />;
}

/** The school's own people by any word; people of other schools by their whole user name (specification §5). */
function Person({ kind }: { kind: Kind }) {
  const [asked, setAsked] = useState('');
  const search = useDeferredValue(asked);
  const { data, isFetching } = useRead(
    kinds[kind].routes.select,
    { kind: 'user', search },
    { enabled: search !== '', handleErrors: false },
  );
  return <PersonAmong name="userName" people={data?.users ?? []} onAsk={setAsked} isSearching={isFetching} />;
}

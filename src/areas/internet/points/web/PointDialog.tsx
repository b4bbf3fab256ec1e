import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ContractForm } from '#web/form/ContractForm.tsx';
import { RadioInput, TextInput } from '#web/form/fields.tsx';
import { useFormField } from '#web/form/useFormField.ts';
import { useLookup } from '#web/list/lookup.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PickList } from '#web/ui/PickList.tsx';

import { type Point, points } from '../contract.ts';
import type { Shown } from './SecretDialog.tsx';

interface PointDialogProps {
  /** Undefined: a new one. */
  point: Point | undefined;
  onClose: () => void;
  onSecret: (shown: Shown) => void;
}

export function PointDialog({ point, onClose, onSecret }: PointDialogProps) {
  const { t } = useTranslation('points');
  const codes = point?.schools.map(({ code }) => code) ?? [];
  const values = { name: point?.name ?? '', wholeOwner: point?.wholeOwner ?? true, schools: codes };
  const shared = { namespace: 'points', onCancel: onClose } as const;
  return (
    <Dialog title={point ? t('editTitle', { name: point.name }) : t('addTitle')} isOpen onClose={onClose}>
      {point ? (
        <ContractForm
          {...shared}
          route={points.update}
          values={values}
          fixed={{ id: point.id, version: point.version }}
          onSaved={onClose}
        >
          <TextInput name="name" />
          <SchoolsInput initial={point.schools} />
        </ContractForm>
      ) : (
        <ContractForm
          {...shared}
          route={points.add}
          values={{ ...values, kind: 'squid' }}
          saveLabel={t('make')}
          noticeOf={({ name }) => ({ tone: 'success', text: t('added', { name }) })}
          onSaved={(made) => {
            onClose();
            onSecret(made);
          }}
        >
          <TextInput name="name" />
          <RadioInput
            name="kind"
            options={(['squid', 'other'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <SchoolsInput initial={[]} />
        </ContractForm>
      )}
    </Dialog>
  );
}

/** Every school, or some of them. */
function SchoolsInput({ initial }: { initial: readonly { code: string; name: string }[] }) {
  const { t } = useTranslation('points');
  const whole = useFormField('wholeOwner');
  const schools = useFormField('schools');
  const [search, setSearch] = useState('');
  const { options, isPending } = useLookup('/import/schools', search);
  const [chosen, setChosen] = useState(initial.map(({ code, name }) => ({ value: code, label: name })));
  return (
    <>
      <Checkbox
        name="wholeOwner"
        label={whole.label}
        hint={t('wholeHint')}
        isSelected={whole.value === true}
        onChange={(isWhole) => whole.set(isWhole)}
      />
      {whole.value !== true && (
        <div role="group" aria-label={schools.label}>
          <span className="ui-label" aria-hidden>
            {schools.label}
          </span>
          <PickList
            label={t('findSchools')}
            onSearch={setSearch}
            hits={options}
            isSearching={isPending}
            chosen={chosen}
            onChange={(next) => {
              setChosen([...next]);
              schools.set(next.map(({ value }) => value));
            }}
          />
          {schools.error !== undefined && (
            <p className="ui-error" role="alert">
              {schools.error}
            </p>
          )}
        </div>
      )}
    </>
  );
}

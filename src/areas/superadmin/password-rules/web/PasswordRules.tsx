import './password-rules.css';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { readOptions, useRead } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { CheckInput, NumberInput } from '#web/form/fields.tsx';
import { useFormField } from '#web/form/useFormField.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

import { passwordRules, type PasswordRulesForm } from '../contract.ts';

const valuesOf = ({ minimum, needsNumber, teachersSetPasswords }: PasswordRulesForm) => ({
  minimum,
  needsNumber,
  teachersSetPasswords,
});
const fixedOf = ({ version }: PasswordRulesForm) => ({ version });

/** What a password must be, with sets of rules to choose among. */
export function PasswordRules() {
  const { t } = useTranslation('password-rules');
  const client = useQueryClient();
  const read = useRead(passwordRules.read, {}, { handleErrors: false });
  const options = readOptions(passwordRules.read, {});
  return (
    <section className="card password-rules" aria-label={t('title')}>
      <header>
        <h2 className="section-title">{t('title')}</h2>
        <p className="meta">{t('text')}</p>
      </header>
      {read.data ? (
        <ContractForm
          route={passwordRules.update}
          values={valuesOf(read.data)}
          fixed={fixedOf(read.data)}
          namespace="password-rules"
          saveLabel={t('save')}
          touches={['user']}
          reread={async () => {
            const latest = await client.fetchQuery({ ...options, staleTime: 0 });
            return { values: valuesOf(latest), fixed: fixedOf(latest) };
          }}
          onSaved={(saved) => client.setQueryData(options.queryKey, saved)}
        >
          <Presets />
          <NumberInput name="minimum" />
          <CheckInput name="needsNumber" />
          <CheckInput name="teachersSetPasswords" />
        </ContractForm>
      ) : (
        <ReadState read={read} failed={t('failed')} lines={5} />
      )}
    </section>
  );
}

/** The first is the specification's. */
const presets = [
  { id: 'plain', minimum: 7, needsNumber: true },
  { id: 'long', minimum: 8, needsNumber: true },
  { id: 'phrase', minimum: 15, needsNumber: false },
] as const;

function Presets() {
  const { t } = useTranslation('password-rules');
  const minimum = useFormField('minimum');
  const needsNumber = useFormField('needsNumber');
  const now = presets.find((one) => one.minimum === minimum.value && one.needsNumber === needsNumber.value);
  const choose = (id: string) => {
    const chosen = presets.find((one) => one.id === id);
    if (!chosen) return;
    minimum.set(chosen.minimum);
    needsNumber.set(chosen.needsNumber);
  };
  return (
    <RadioGroup
      label={t('preset')}
      value={now?.id ?? 'own'}
      onChange={choose}
      options={[
        ...presets.map(({ id }) => ({ value: id, label: t(`preset.${id}`), hint: t(`preset.${id}Hint`) })),
        ...(now ? [] : [{ value: 'own' as const, label: t('preset.own') }]),
      ]}
    />
  );
}

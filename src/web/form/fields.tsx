/** The fields of a form over a contract. Each needs only its name; label, help, rules and messages follow from it. */
import './form.css';
import { LinkIcon } from '@navikt/aksel-icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDate } from '../format.ts';
import { textOf } from '../list/definition.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ComboBox } from '../ui/ComboBox.tsx';
import { DateField } from '../ui/DateField.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { Select } from '../ui/Select.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useFormScope } from './scope.ts';
import { type FormField, useFormField } from './useFormField.ts';

interface Basics {
  name: string;
}

interface WithOptions extends Basics {
  options: readonly { value: string; label: string; note?: string }[];
}

/** What every field component of `ui` takes. */
const basics = ({ name, label, hint, error, optional, leave }: FormField) => ({
  name,
  label,
  hint,
  error,
  optional,
  onBlur: leave,
});

interface TextInputProps extends Basics {
  type?: 'text' | 'email' | 'tel' | 'url' | 'password';
  autoComplete?: string;
  /** Needed here, though the contract can do without it in another case. */
  isRequired?: boolean;
}

export function TextInput({ name, type = 'text', autoComplete = 'off', isRequired = false }: TextInputProps) {
  return (
    <Owned name={name}>
      {(field) => (
        <TextField
          {...basics(field)}
          optional={field.optional && !isRequired}
          type={type}
          autoComplete={autoComplete}
          value={textOf(field.value)}
          onChange={field.set}
        />
      )}
    </Owned>
  );
}

export function LongTextInput({ name }: Basics) {
  return (
    <Owned name={name}>
      {(field) => <TextArea {...basics(field)} value={textOf(field.value)} onChange={field.set} />}
    </Owned>
  );
}

interface DateInputProps extends Basics {
  /** Needed here, though the contract can do without it in another case. */
  isRequired?: boolean;
}

export function DateInput({ name, isRequired = false }: DateInputProps) {
  return (
    <Owned name={name} show={(value) => formatDate(textOf(value))}>
      {(field) => (
        <DateField
          {...basics(field)}
          optional={field.optional && !isRequired}
          value={textOf(field.value)}
          onChange={field.set}
        />
      )}
    </Owned>
  );
}

/** @public One of the form's fields; no form of today has one. */
export function NumberInput({ name }: Basics) {
  return (
    <Owned name={name}>
      {(field) => (
        <NumberField
          {...basics(field)}
          value={typeof field.value === 'number' ? field.value : Number.NaN}
          onChange={(value) => field.set(Number.isNaN(value) ? undefined : value)}
        />
      )}
    </Owned>
  );
}

const labelAmong =
  (options: WithOptions['options']) =>
  (value: unknown): string =>
    options.find((option) => option.value === value)?.label ?? textOf(value);

export function SelectInput({ name, options }: WithOptions) {
  return (
    <Owned name={name} show={labelAmong(options)}>
      {(field) => (
        <Select
          {...basics(field)}
          options={options}
          value={textOf(field.value) || undefined}
          onChange={field.set}
        />
      )}
    </Owned>
  );
}

interface SearchInputProps extends WithOptions {
  onSearch?: (text: string) => void;
  isSearching?: boolean;
}

/** @public One of the form's fields; no form of today has one. */
export function SearchInput({ name, options, ...search }: SearchInputProps) {
  return (
    <Owned name={name} show={labelAmong(options)}>
      {(field) => (
        <ComboBox
          {...basics(field)}
          {...search}
          options={options}
          value={textOf(field.value) || undefined}
          onChange={(value) => field.set(value ?? '')}
        />
      )}
    </Owned>
  );
}

export function RadioInput({ name, options }: WithOptions) {
  return (
    <Owned name={name} show={labelAmong(options)}>
      {(field) => (
        <RadioGroup
          {...basics(field)}
          options={options}
          value={textOf(field.value) || undefined}
          onChange={field.set}
        />
      )}
    </Owned>
  );
}

export function CheckInput({ name }: Basics) {
  const { t } = useTranslation('list');
  return (
    <Owned name={name} show={(value) => t(value === true ? 'yes' : 'no')}>
      {(field) => (
        <Checkbox
          name={field.name}
          label={field.label}
          hint={field.hint}
          error={field.error}
          isSelected={field.value === true}
          onChange={field.set}
          onBlur={field.leave}
        />
      )}
    </Owned>
  );
}

interface OwnedProps extends Basics {
  children: (field: FormField) => ReactNode;
  /** The value in words, where it is only shown. */
  show?: (value: unknown) => string;
}

/** A field the import owns is shown with where it comes from, and is not a field (specification §3). */
function Owned({ name, children, show = textOf }: OwnedProps) {
  const { t } = useTranslation('form');
  const field = useFormField(name);
  const owner = useFormScope().ownerOf(name);
  if (owner === undefined) return children(field);
  const value =
    field.value === '' || field.value === null || field.value === undefined ? '' : show(field.value);
  return (
    <dl className="form-owned">
      <dt className="ui-label">{field.label}</dt>
      <dd>{value === '' ? <span className="form-empty">{t('empty')}</span> : value}</dd>
      <dd className="ui-hint">
        <LinkIcon aria-hidden />
        {owner === '' ? t('ownedUnknown') : t('owned', { source: owner })}
      </dd>
    </dl>
  );
}

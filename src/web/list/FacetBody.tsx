import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Filter, FilterValue } from '#kernel/list.ts';

import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { DateField } from '../ui/DateField.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type LookupOption, useLookup, useNamedChoice } from './lookup.ts';
import type { AreaTexts } from './texts.ts';

export interface FacetProps {
  id: string;
  filter: Filter;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
  texts: AreaTexts;
}

interface BodyProps extends FacetProps {
  label: string;
  onDone: () => void;
}

/** What stands behind a filter's button, by its kind. */
export function FacetBody(props: BodyProps) {
  const { id, filter, texts, value, onChange } = props;
  switch (filter.kind) {
    case 'choice':
      return (
        <Options
          {...props}
          isSeveral={filter.several === true}
          options={filter.choices.map((choice) => ({ value: choice, label: texts.choice(id, choice) }))}
        />
      );
    case 'lookup':
      return (
        <Lookup
          {...props}
          path={filter.lookup}
          isSeveral={filter.several === true}
          isNamed={filter.named === true}
        />
      );
    case 'text':
      return <Words {...props} />;
    case 'day':
      return (
        <DateField
          label={props.label}
          value={String(value ?? '')}
          onChange={(day) => isDay(day) && onChange(day)}
        />
      );
    case 'days':
      return <Days value={value} onChange={onChange} />;
    case 'flag':
      break;
  }
  return <Flag {...props} />;
}

const isDay = (text: string) => text === '' || /^\d{4}-\d\d-\d\d$/.test(text);

interface OptionsProps extends BodyProps {
  options: readonly LookupOption[];
  isSeveral: boolean;
}

function Options({ label, options, isSeveral, value, onChange }: OptionsProps) {
  if (!isSeveral) {
    return (
      <RadioGroup
        label={label}
        options={options}
        value={typeof value === 'string' ? value : undefined}
        onChange={onChange}
      />
    );
  }
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const set = (option: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, option] : chosen.filter((one) => one !== option));
  return (
    <fieldset className="list-facet-options">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          isSelected={chosen.includes(option.value)}
          onChange={(isOn) => set(option.value, isOn)}
        />
      ))}
    </fieldset>
  );
}

function Lookup(props: BodyProps & { path: string; isSeveral: boolean; isNamed: boolean }) {
  const { t } = useTranslation('list');
  const [search, setSearch] = useState('');
  const asked = useDeferredValue(search);
  const { options, isPending, isError } = useLookup(props.path, asked);
  const single = props.isNamed && typeof props.value === 'string' ? props.value : undefined;
  const known = useNamedChoice(props.path, single);
  // What is chosen stays in sight while one searches for more.
  const chosen = ([props.value].flat() as readonly (string | boolean | undefined)[])
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .filter((one) => !options.some((option) => option.value === one))
    .map((one): LookupOption => (known?.value === one ? known : { value: one, label: one }));
  // Codes that the database lists, such as events, have words in the area's texts.
  const named = [...chosen, ...options].map(({ value, label, note }) => ({
    value,
    label: [
      props.texts.optional(`choice.${props.id}.${value}`) ?? label,
      ...(note === undefined ? [] : [props.texts(`note.${note}`)]),
    ].join(' – '),
  }));
  // Names are looked for, not looked through.
  const isUnasked = props.isNamed && asked.trim().length < 2;
  return (
    <>
      <SearchField label={t('facetSearch', { label: props.label })} value={search} onChange={setSearch} />
      <div className="list-facet-scroll">
        <Options {...props} options={named} />
        {isPending && <p className="meta">{t('facetFetching')}</p>}
        {isError && <p className="meta">{t('facetFailed')}</p>}
        {!isPending && !isError && options.length === 0 && (
          <p className="meta">{t(isUnasked ? 'facetType' : 'facetNone')}</p>
        )}
      </div>
    </>
  );
}

function Words({ label, value, onChange, onDone }: BodyProps) {
  const { t } = useTranslation('list');
  const [typed, setTyped] = useState(typeof value === 'string' ? value : '');
  return (
    <form
      className="list-facet"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim() || undefined);
        onDone();
      }}
    >
      <TextField label={label} value={typed} onChange={setTyped} />
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
}

function Days({ value, onChange }: { value: FilterValue; onChange: (value: FilterValue) => void }) {
  const { t } = useTranslation('list');
  const [given = '', until = ''] = typeof value === 'string' ? value.split('..') : [];
  const [from, setFrom] = useState(given);
  const [to, setTo] = useState(until);
  const set = (first: string, last: string) => {
    setFrom(first);
    setTo(last);
    if (isDay(first) && isDay(last)) onChange(first === '' && last === '' ? undefined : `${first}..${last}`);
  };
  return (
    <div className="list-facet">
      <DateField label={t('from')} value={from} onChange={(day) => set(day, to)} />
      <DateField label={t('to')} value={to} onChange={(day) => set(from, day)} />
    </div>
  );
}

function Flag({ label, value, onChange }: BodyProps) {
  const { t } = useTranslation('list');
  const said = value === true ? 'yes' : value === false ? 'no' : 'any';
  return (
    <RadioGroup
      label={label}
      options={[
        { value: 'any', label: t('any') },
        { value: 'yes', label: t('yes') },
        { value: 'no', label: t('no') },
      ]}
      value={said}
      onChange={(answer) => onChange(answer === 'any' ? undefined : answer === 'yes')}
    />
  );
}

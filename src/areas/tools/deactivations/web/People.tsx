import { ExclamationmarkTriangleFillIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { users } from '#areas/users/contract.ts';
import { personName } from '#areas/users/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { useFormField } from '#web/form/useFormField.ts';
import type { Option } from '#web/ui/option.ts';
import { PickList } from '#web/ui/PickList.tsx';

const SHOWN = 30;

/** The people of the form: searched, ticked, and taken back. */
export function People() {
  const { t } = useTranslation('deactivations');
  const field = useFormField('userNames');
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const [search, setSearch] = useState('');
  const isAsked = search.length >= 2;
  const { data, isFetching } = useRead(
    users.list,
    { search, pageSize: SHOWN },
    { enabled: isAsked, handleErrors: false },
  );
  const hits = data?.Items.map((row) => ({
    value: row.userName,
    label: personName(row),
    note: [row.userName, row.className ?? row.title].filter(Boolean).join(' · '),
  }));
  const change = (people: readonly Option[]) => {
    setChosen(people);
    field.set(people.map(({ value }) => value));
  };
  return (
    <fieldset name={field.name} className="ui-field deactivation-people">
      <legend className="ui-label">{field.label}</legend>
      <PickList
        label={t('search.people')}
        onSearch={setSearch}
        hits={isAsked ? (hits ?? []) : undefined}
        isSearching={isFetching}
        chosen={chosen}
        onChange={change}
      />
      {field.error !== undefined && (
        <p className="ui-error">
          <ExclamationmarkTriangleFillIcon aria-hidden />
          <span>{field.error}</span>
        </p>
      )}
    </fieldset>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lockForm } from '#areas/internet/lock-form/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { useFormField } from '#web/form/useFormField.ts';
import { formatNumber } from '#web/format.ts';
import { useAreaTexts } from '#web/list/texts.ts';
import type { Option } from '#web/ui/option.ts';
import { PickList } from '#web/ui/PickList.tsx';

interface GroupsInputProps {
  name: string;
  /** Those chosen at first, with their names as they are shown. */
  initial: readonly Option[];
}

/** The groups a lock is laid on; the list begins with the classes, so most need not search at all. */
export function GroupsInput({ name, initial }: GroupsInputProps) {
  const { t } = useTranslation('locks');
  const texts = useAreaTexts({ namespace: 'locks' });
  const field = useFormField(name);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(initial);
  const { data, isFetching } = useRead(lockForm.targets, { search }, { handleErrors: false });

  const hits = data?.Items.map(({ name: value, displayName, type, members }) => ({
    value,
    label: displayName,
    note: [texts.choice('type', type), t('members', { count: formatNumber(members) })].join(' · '),
  }));
  return (
    <div className="lock-groups" role="group" aria-label={field.label}>
      <span className="ui-label" aria-hidden>
        {field.label}
      </span>
      <PickList
        label={t('findGroups')}
        onSearch={setSearch}
        hits={hits}
        isSearching={isFetching}
        chosen={chosen}
        onChange={(next) => {
          setChosen(next);
          field.set(next.map(({ value }) => value));
        }}
      />
      {field.error !== undefined && (
        <p className="ui-error" role="alert">
          {field.error}
        </p>
      )}
    </div>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { groupFinding } from '#areas/groups/find/contract.ts';
import { madeByHand } from '#areas/groups/rules.ts';
import { useRead } from '#web/api/hooks.ts';
import type { Option } from '#web/ui/option.ts';
import { PickList } from '#web/ui/PickList.tsx';

interface GroupPickerProps {
  chosen: readonly Option[];
  onChange: (chosen: readonly Option[]) => void;
}

/** Groups people may be put into: those that are made in the portal. The others follow the school data source. */
export function GroupPicker({ chosen, onChange }: GroupPickerProps) {
  const { t } = useTranslation('memberships');
  const [search, setSearch] = useState('');
  const isAsked = search.length >= 2;
  const { data, isFetching } = useRead(
    groupFinding.search,
    { search, types: [...madeByHand], take: 50 },
    { enabled: isAsked, handleErrors: false },
  );
  const hits = data?.Items.map(({ name, displayName, type, school }) => ({
    value: name,
    label: displayName,
    note: [t(`choice.type.${type}`), school?.name].filter(Boolean).join(' · '),
  }));
  return (
    <PickList
      label={t('find')}
      onSearch={setSearch}
      hits={isAsked ? (hits ?? []) : undefined}
      isSearching={isFetching}
      chosen={chosen}
      onChange={onChange}
    />
  );
}

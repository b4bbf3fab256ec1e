import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import type { Option } from '#web/ui/option.ts';
import { PickList } from '#web/ui/PickList.tsx';

import { groupFinding } from '../find/contract.ts';

interface PickGroupsProps {
  /** Not offered: the group that is added to. */
  except: string;
  chosen: readonly Option[];
  onChange: (chosen: readonly Option[]) => void;
}

export function PickGroups({ except, chosen, onChange }: PickGroupsProps) {
  const { t } = useTranslation('groups');
  const [search, setSearch] = useState('');
  const isAsked = search.length >= 2;
  const { data, isFetching } = useRead(
    groupFinding.search,
    { search, take: 50 },
    { enabled: isAsked, handleErrors: false },
  );
  const hits = data?.Items.filter(({ name }) => name !== except).map(
    ({ name, displayName, type, school }) => ({
      value: name,
      label: displayName,
      note: [t(`choice.type.${type}`), school?.name].filter(Boolean).join(' · '),
    }),
  );
  return (
    <PickList
      label={t('add.findGroups')}
      onSearch={setSearch}
      hits={isAsked ? (hits ?? []) : undefined}
      isSearching={isFetching}
      chosen={chosen}
      onChange={onChange}
    />
  );
}

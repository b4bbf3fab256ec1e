import { useState } from 'react';

import { users } from '#areas/users/contract.ts';
import { personName } from '#areas/users/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { DateInput, NumberInput, SearchInput, TextInput } from '#web/form/fields.tsx';

interface ExamFieldsProps {
  /** The teacher it has, who stands in the field before anybody is searched for. */
  teacher?: { userName: string; displayName: string } | null;
}

const MOST_HITS = 20;

/** The fields of an exam group, made or changed. */
export function ExamFields({ teacher = null }: ExamFieldsProps) {
  return (
    <>
      <TextInput name="description" />
      <div className="form-pair">
        <DateInput name="examDate" />
        <NumberInput name="candidates" />
      </div>
      <Teacher known={teacher} />
      <div className="form-pair">
        <TextInput name="commonPathWin" />
        <TextInput name="homePathWin" />
      </div>
      <div className="form-pair">
        <TextInput name="commonPathMac" />
        <TextInput name="homePathMac" />
      </div>
    </>
  );
}

function Teacher({ known }: { known: ExamFieldsProps['teacher'] }) {
  const [search, setSearch] = useState('');
  const { data, isFetching } = useRead(
    users.list,
    { search, userType: 'employees', pageSize: MOST_HITS },
    { enabled: search.length >= 2, handleErrors: false },
  );
  const hits = (data?.Items ?? []).map((user) => ({
    value: user.userName,
    label: personName(user),
    note: user.userName,
  }));
  const first = known ? [{ value: known.userName, label: known.displayName }] : [];
  const others = hits.filter(({ value }) => value !== known?.userName);
  return (
    <SearchInput
      name="teacherUserName"
      options={[...first, ...others]}
      onSearch={setSearch}
      isSearching={isFetching}
    />
  );
}

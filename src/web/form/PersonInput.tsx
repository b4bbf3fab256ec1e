/** A person as a field of a form: found by any word, among the people the caller may choose. */
import { useState } from 'react';

import { users } from '#areas/users/contract.ts';

import { useRead } from '../api/hooks.ts';
import type { Option } from '../ui/option.ts';
import { SearchInput } from './fields.tsx';

/** Somebody as far as a list of choices names them; several share a name, so the user name stands beside it. */
interface Choosable {
  userName: string;
  displayName: string | null;
  primarySchool?: { name: string } | null;
  className?: string | null;
  title?: string | null;
}

const SHOWN = 20;

function optionOf({ userName, displayName, primarySchool, className, title }: Choosable): Option {
  const note = [primarySchool?.name, className ?? title].filter(Boolean).join(' · ');
  const label = displayName === null ? userName : `${displayName} (${userName})`;
  return { value: userName, label, ...(note !== '' && { note }) };
}

/** What is to be asked for: whoever is chosen stands in the field as `Name (user name)`, which is no new search. */
const askedBy = (typed: string): string => /\(([^)]+)\)$/.exec(typed.trim())?.[1] ?? typed.trim();

const isAsked = (text: string): boolean => text.length > 1;

/** People by what is typed, as choices; what is chosen is a user name. */
export function usePeople(typed: string, userType: 'both' | 'employees') {
  const search = askedBy(typed);
  const { data, isFetching } = useRead(
    users.list,
    { search, userType, pageSize: SHOWN },
    { enabled: isAsked(search), handleErrors: false },
  );
  const options = (data?.Items ?? []).map((row) =>
    optionOf({ ...row, displayName: `${row.firstName} ${row.lastName}`.trim() }),
  );
  return { options, isSearching: isFetching };
}

interface PersonInputProps {
  name: string;
  userType?: 'both' | 'employees';
  /** Who stands in the field at first. */
  initial?: Choosable | null | undefined;
}

export function PersonInput({ name, userType = 'both', initial }: PersonInputProps) {
  const [typed, setTyped] = useState('');
  const { options, isSearching } = usePeople(typed, userType);
  const isThere = !initial || options.some(({ value }) => value === initial.userName);
  return (
    <SearchInput
      name={name}
      options={isThere ? options : [optionOf(initial), ...options]}
      onSearch={setTyped}
      isSearching={isSearching}
    />
  );
}

interface PersonAmongProps {
  name: string;
  people: readonly Choosable[];
  isSearching: boolean;
  /** What to look for; not called for less than two letters. */
  onAsk: (text: string) => void;
}

/** The same among people who are looked up in another way. */
export function PersonAmong({ name, people, isSearching, onAsk }: PersonAmongProps) {
  const search = (typed: string) => {
    const text = askedBy(typed);
    if (isAsked(text)) onAsk(text);
  };
  return (
    <SearchInput name={name} options={people.map(optionOf)} onSearch={search} isSearching={isSearching} />
  );
}

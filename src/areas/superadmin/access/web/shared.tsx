/** What other areas may use of access on the screen: the switch between its pages, and a person as a field. */
import './access.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type UserRow, users } from '#areas/users/contract.ts';
import { personName } from '#areas/users/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { SearchInput } from '#web/form/fields.tsx';
import { type PageTab, PageTabs } from '#web/shell/PageTabs.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    access: typeof nb;
  }
}

const pages: readonly PageTab[] = [
  { to: '/superadmin/access', title: 'tab.accessManagement', permission: 'access.order' },
  { to: '/superadmin/access/admins', title: 'tab.schoolAdmins', permission: 'access.read' },
  { to: '/superadmin/superadmins', title: 'tab.superadmins', permission: 'superadmins.manage' },
  { to: '/superadmin/access/who-can', title: 'tab.whoCan', permission: 'access.order' },
];

/** From who has which role where to the other pages about access. */
export function AccessTabs() {
  const { t } = useTranslation('shell');
  return (
    <div className="access-tabs">
      <PageTabs label={t('tab.accessManagement')} pages={pages} />
    </div>
  );
}

const optionOf = (row: UserRow) => ({
  value: row.userName,
  label: `${personName(row)} (${row.userName})`,
  ...(row.primarySchool && { note: row.primarySchool.name }),
});

/** People by what is typed, as choices; what is chosen is a user name. */
export function usePeople(typed: string, userType: 'both' | 'employees') {
  // What is chosen stands in the field as `Name (user name)`; that is no new search.
  const search = /\(([^)]+)\)$/.exec(typed.trim())?.[1] ?? typed.trim();
  const { data, isFetching } = useRead(
    users.list,
    { search, userType, pageSize: 20 },
    { enabled: search.length > 1, handleErrors: false },
  );
  const options = (data?.Items ?? []).map(optionOf);
  return { options, isSearching: isFetching };
}

interface EmployeeInputProps {
  name: string;
  /** Who stands in the field at first. */
  initial?: { userName: string; displayName: string | null } | undefined;
}

/** An employee, found by any word. */
export function EmployeeInput({ name, initial }: EmployeeInputProps) {
  const [typed, setTyped] = useState('');
  const { options, isSearching } = usePeople(typed, 'employees');
  const isThere = initial && options.some(({ value }) => value === initial.userName);
  const known =
    initial && !isThere
      ? [{ value: initial.userName, label: initial.displayName ?? initial.userName }, ...options]
      : options;
  return <SearchInput name={name} options={known} onSearch={setTyped} isSearching={isSearching} />;
}

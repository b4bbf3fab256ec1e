/** How the cells of the three lists are drawn. */
import { useTranslation } from 'react-i18next';

import { formatDate } from '#web/format.ts';
import type { Looks } from '#web/list/look.ts';
import { ShieldedName } from '#web/list/ShieldedName.tsx';
import type { StatusTone } from '#web/ui/Status.tsx';

import type { SsnChange, SsnDeviation, SsnDuplicate } from '../contract.ts';
import type { changeStatuses, deviationReasons } from '../rules.ts';

const displayName = (row: { displayName: string; shielded: boolean }) =>
  row.shielded ? <ShieldedName name={row.displayName} /> : row.displayName;

const school = (row: Pick<SsnChange, 'school'>) => row.school?.name;

/** What the school can put right at once stands out; what waits for somebody else does not. */
export const reasonTones: Record<(typeof deviationReasons)[number], StatusTone> = {
  invalidChecksum: 'danger',
  invalidDate: 'danger',
  differsFromSource: 'warning',
  missing: 'warning',
  provisional: 'info',
};

export const deviationLooks: Looks<SsnDeviation> = {
  choices: { reason: { as: 'status', tones: reasonTones } },
  cells: { displayName, school, source: ({ source }) => <Source name={source} /> },
};

export const changeTones: Record<(typeof changeStatuses)[number], StatusTone> = {
  registered: 'info',
  done: 'success',
  failed: 'danger',
};

export const changeLooks: Looks<SsnChange> = {
  choices: { status: { as: 'status', tones: changeTones } },
  cells: { displayName, school },
};

export const duplicateLooks: Looks<SsnDuplicate> = {
  choices: { suggestion: { as: 'badge', tones: { merge: 'accent', changeNumber: 'warning' } } },
  cells: { accounts: (row) => <Accounts row={row} />, lastUsed: (row) => <LastUsed row={row} /> },
};

/** What a row is called: the accounts the reader sees. */
export const accountsOf = ({ accounts }: SsnDuplicate): string =>
  accounts.map(({ displayName: name, userName }) => `${name} (${userName})`).join(' · ');

function Accounts({ row }: { row: SsnDuplicate }) {
  const { t } = useTranslation('personal-numbers');
  const others = row.elsewhere > 0 ? t('duplicate.others', { count: row.elsewhere }) : undefined;
  return [accountsOf(row), others].filter(Boolean).join(' · ');
}

function LastUsed({ row }: { row: SsnDuplicate }) {
  const { t } = useTranslation('personal-numbers');
  const last = row.accounts
    .flatMap(({ lastLogin }) => lastLogin ?? [])
    .toSorted()
    .at(-1);
  return last === undefined ? t('duplicate.neverUsed') : formatDate(last);
}

/** Where a person comes from, as the list of users says it. */
export function Source({ name }: { name: string }) {
  const { t } = useTranslation('users');
  return name === 'manual' ? t('source.manual') : name;
}

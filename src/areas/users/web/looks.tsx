/** How the cells of a list of users are drawn. */
import { ExclamationmarkTriangleFillIcon, EyeObfuscatedIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import type { Looks } from '#web/list/look.ts';

import { type UserRow, userList } from '../contract.ts';
import { accountTones, personName, roleTones } from './shared.tsx';

export const userLooks: Looks<UserRow> = {
  choices: {
    role: { as: 'badge', tones: roleTones },
    accountStatus: { as: 'status', tones: accountTones },
  },
  cells: {
    name: (row) => (isMarked(row) ? <MarkedName row={row} /> : personName(row)),
    classOrTitle: (row) => row.className ?? row.title,
    primarySchool: (row) => row.primarySchool?.name,
    source: (row) => <Source source={row.source} />,
  },
};

/** Values the list does not show: a doubt about one of them stands by the name. */
const hiddenDoubts = ({ invalidColumns = [] }: UserRow): string[] =>
  invalidColumns.filter((column) => !(column in userList.columns));

const isMarked = (row: UserRow): boolean => row.shielded || hiddenDoubts(row).length > 0;

function MarkedName({ row }: { row: UserRow }) {
  const { t } = useTranslation('users');
  return (
    <>
      {personName(row)}
      {row.shielded && <EyeObfuscatedIcon className="users-mark" data-tone="danger" title={t('shielded')} />}
      {hiddenDoubts(row).length > 0 && (
        <ExclamationmarkTriangleFillIcon className="users-mark" title={t('invalid.nationalNumber')} />
      )}
    </>
  );
}

/** Where the account comes from: typed in here, or the school data source by its own name. */
export function Source({ source }: { source: string }) {
  const { t } = useTranslation('users');
  return source === 'manual' ? t('source.manual') : source;
}

/** People for the command palette. Fetched with the first letters typed in it. */
import { call } from '#web/api/hooks.ts';
import type { PaletteHit } from '#web/nav.ts';

import { users } from '../contract.ts';
import { personName, userAddress } from './shared.tsx';

const MOST = 8;

export async function searchUsers(text: string, signal: AbortSignal): Promise<PaletteHit[]> {
  const { Items } = await call(users.list, { search: text, pageSize: MOST }, { signal, handleErrors: false });
  return Items.map((row) => ({
    id: row.userName,
    label: personName(row),
    detail: row.userName,
    note: [row.className ?? row.title, row.primarySchool?.name].filter(Boolean).join(' · '),
    to: userAddress(row.userName),
  }));
}

/** Groups for the command palette. Fetched with the first letters typed in it. */
import { call } from '#web/api/hooks.ts';
import { i18n, loadTexts } from '#web/i18n.ts';
import type { PaletteHit } from '#web/nav.ts';

import { groupFinding } from '../find/contract.ts';
import { groupAddress } from './shared.tsx';

const MOST = 8;

export async function searchGroups(search: string, signal: AbortSignal): Promise<PaletteHit[]> {
  const [{ Items }] = await Promise.all([
    call(groupFinding.search, { search, take: MOST }, { signal, handleErrors: false }),
    loadTexts('groups'),
  ]);
  return Items.map(({ name, displayName, type, school }) => ({
    id: name,
    label: displayName,
    detail: i18n.t(`choice.type.${type}`, { ns: 'groups' }),
    note: school?.name,
    to: groupAddress(name),
  }));
}

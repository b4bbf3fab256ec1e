/** The reader's own saved views of one list. */
import { type SavedView, views } from '#areas/settings/views/contract.ts';

import { useRead, useWrite } from '../api/hooks.ts';
import type { AddressParams } from './address.ts';

export function useViews(list: string) {
  const { data } = useRead(views.list, { list });
  const { mutateAsync: save } = useWrite(views.save);
  const { mutateAsync: change } = useWrite(views.change);
  const { mutateAsync: remove } = useWrite(views.remove);
  return {
    all: data?.Items ?? [],
    save: (name: string, state: AddressParams) => save({ list, name, state: given(state) }),
    rename: ({ id }: SavedView, name: string) => change({ id, name }),
    remove: ({ id }: SavedView) => remove({ id }),
  };
}

/** Parameters that are set. */
export function given(params: AddressParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

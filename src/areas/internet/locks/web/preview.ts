/** What a lock that is being written would do, asked for when the typing rests. */
import { useStore } from '@tanstack/react-form';
import { useEffect, useState } from 'react';

import { lockForm, type LockPreview } from '#areas/internet/lock-form/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { useFormScope } from '#web/form/scope.ts';

const REST_MS = 250;

export interface Draft {
  groupNames: string[];
  immediate: boolean;
  start: string;
  end: string;
  ownDomains: string[];
  domainPackageIds: number[];
  examResources: boolean;
  chat: 'none' | 'restricted' | 'blocked';
}

/** The form's values as they are now. */
export function useDraft(): Draft {
  const { api } = useFormScope();
  // oxlint-disable-next-line no-unsafe-type-assertion -- the values this form was opened with
  return useStore(api.store, (state) => state.values) as Draft;
}

export function usePreview(draft: Draft, id: number | undefined): LockPreview | undefined {
  const asked = JSON.stringify({
    groupNames: draft.groupNames,
    immediate: draft.immediate,
    start: draft.immediate ? '' : draft.start,
    end: draft.end,
    ownDomains: draft.ownDomains.slice(0, 100),
    domainPackageIds: draft.domainPackageIds,
    examResources: draft.examResources,
    chat: draft.chat,
    ...(id !== undefined && { id }),
  });
  const [rested, setRested] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => setRested(asked), REST_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return useRead(lockForm.preview, JSON.parse(rested), { handleErrors: false }).data;
}

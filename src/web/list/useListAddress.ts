/** The list's part of the address, read and written. Back and forward therefore undo and redo what was asked. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';

import { loose } from '../loose.ts';
import { type ListAddress, readAddress, reservedParams, writeAddress } from './address.ts';
import type { AnyList } from './definition.ts';
import { useSchoolFilters } from './school-filters.ts';

/** `replace`: no step of its own in the history (each letter of a search is none). */
export type ChangeAddress = (change: Partial<ListAddress>, how?: { replace?: boolean }) => void;

export function useListAddress(list: AnyList, isPart: boolean): [ListAddress, ChangeAddress] {
  useSchoolFilters(list);
  const params: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const prefix = isPart ? `${list.id}.` : '';
  // The router makes a new object for the same address.
  const text = JSON.stringify(params);
  const address = useMemo(() => readAddress(list, ownParams(JSON.parse(text), prefix)), [list, prefix, text]);

  /** What was asked last, also before the router has drawn it: two quick changes must not undo each other. */
  const latest = useRef(address);
  useLayoutEffect(() => {
    latest.current = address;
  }, [address]);

  const change = useCallback<ChangeAddress>(
    (part, { replace = false } = {}) => {
      const next = { ...latest.current, ...part };
      latest.current = next;
      const own = Object.fromEntries(
        Object.entries(writeAddress(list, next)).map(([name, value]) => [`${prefix}${name}`, value]),
      );
      void navigate(
        loose({
          to: '.',
          search: (before: Record<string, unknown>) => ({ ...others(list, before, prefix), ...own }),
          replace,
          resetScroll: false,
        }),
      );
    },
    [list, prefix, navigate],
  );
  return [address, change];
}

/** A list inside a card has its parameters under its own name, beside those of the list the card lies on. */
function ownParams(params: Record<string, unknown>, prefix: string): Record<string, unknown> {
  if (prefix === '') return params;
  const own = Object.entries(params).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

/**
 * Parameters that are not this list's are kept, save those of lists inside a card: a page's list that is asked
 * anew, or opens another row, leaves them behind.
 */
function others(list: AnyList, params: Record<string, unknown>, prefix: string): Record<string, unknown> {
  const own = new Set([...reservedParams, ...Object.keys(list.filters)].map((name) => `${prefix}${name}`));
  const isOther = (name: string) => !own.has(name) && (prefix !== '' || !name.includes('.'));
  return Object.fromEntries(Object.entries(params).filter(([name]) => isOther(name)));
}

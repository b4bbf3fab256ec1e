/** What other areas may use of users on the screen: the card they add tabs to, and how a person is named and marked. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { defineCard } from '#web/card/registry.ts';
import type { Tone } from '#web/ui/Badge.tsx';
import type { StatusTone } from '#web/ui/Status.tsx';

import type { accountStatuses, UserDetail, userRoles } from '../contract.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    users: typeof nb;
  }
}

/** Tabs are added from an area's `routes.tsx` with `contributeTabs(userCard, …)`. */
export const userCard = defineCard<UserDetail>('user');

export const roleTones: Record<(typeof userRoles)[number], Tone> = {
  student: 'neutral',
  employee: 'accent',
  studentBlockedEmployee: 'warning',
};

export const accountTones: Record<(typeof accountStatuses)[number], StatusTone> = {
  active: 'success',
  locked: 'danger',
  deactivated: 'warning',
  expired: 'neutral',
};

/** First name and last name; some have only one of them. */
export const personName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

interface PersonLinkProps {
  userName: string;
  children: ReactNode;
}

/** The way to a person's card, from anywhere. */
export function PersonLink({ userName, children }: PersonLinkProps) {
  return (
    <Link to="/users" search={{ open: userName }}>
      {children}
    </Link>
  );
}

/** The same as an address, for what takes one. */
export const userAddress = (userName: string): string => `/users?open=${encodeURIComponent(userName)}`;

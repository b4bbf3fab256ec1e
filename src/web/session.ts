/** What the shell and the pages know of the signed-in user. `src/web/api/` implements it. */
import { useSyncExternalStore } from 'react';

import type { Me, SchoolChoice } from '#areas/login/contract.ts';
import type { SiteSettings } from '#areas/settings/contract.ts';

import type { Language } from './language.ts';

export interface SessionState {
  /** `no-access`: the user is who they say they are, but no role opens anything here (specification §6). */
  status: 'signed-out' | 'signed-in' | 'no-access';
  /** Undefined only when signed out. */
  me: Me | undefined;
}

export type SignInFailure =
  | { reason: 'refused' | 'must-change' | 'otp-needed' | 'otp-wrong' | 'code-invalid' | 'unavailable' }
  | { reason: 'locked'; minutes: number }
  | { reason: 'too-many'; seconds: number };

/** What the sign-in pages show before anybody is signed in. */
export interface FrontPage {
  /** Somebody administers the portal; otherwise the first visitor goes to `/setup`. */
  isSetUp: boolean;
  version: string;
  ownerName: string;
  /** The front-page information text; empty when there is none. */
  information: string;
  informationLanguage: Language;
  severity: 'info' | 'warning';
  accessibilityUrl: string | undefined;
  privacyUrl: string | undefined;
  supportUrl: string | undefined;
  /** There is a federation to sign in through. */
  hasFederation: boolean;
}

export interface Session {
  /** The state without asking the server; undefined until `ready` has resolved once. The same object until it changes. */
  current: () => SessionState | undefined;
  subscribe: (listener: () => void) => () => void;
  /** Reads the stored credentials and, with any, who the user is. Shared between callers. */
  ready: () => Promise<SessionState>;
  frontPage: (language: Language) => Promise<FrontPage>;
  /** The site settings as they last came to this browser, also while the server does not answer. */
  site: () => SiteSettings | undefined;
  /** Where "Logg inn med Feide" leads: the server's start of the federation's sign-in. */
  federationUrl: (language: string) => string;
  /** Undefined when it succeeded. */
  signInWithPassword: (form: {
    username: string;
    password: string;
    /** A one-time code, once it has been asked for. */
    otp?: string | undefined;
    remember: boolean;
  }) => Promise<SignInFailure | undefined>;
  signInWithCode: (code: string) => Promise<SignInFailure | undefined>;
  /** Ends the session here and on the server; the federation's own session goes on. */
  signOut: () => Promise<void>;
  /** Ends the session here and goes to the federation's sign-out (leaves the page). */
  signOutOfFederation: () => Promise<void>;
  /** Re-issues the tokens for a school; undefined = the whole owner. */
  switchSchool: (code: string | undefined) => Promise<void>;
  /** One page of the schools the user may stand at, 100 at a time; for roles of the whole owner. */
  searchSchools: (
    search: string,
    page: number,
    signal: AbortSignal,
  ) => Promise<{ items: readonly SchoolChoice[]; total: number }>;
}

export function useSessionState(session: Session): SessionState | undefined {
  return useSyncExternalStore(session.subscribe, session.current);
}

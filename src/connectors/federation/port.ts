/** The federation people sign in through (Feide), as the portal sees it. */

/** What the browser keeps, sealed, between going to the federation and coming back. */
export interface Visit {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface FederatedPerson {
  /** Names the federation; with `subject` the key of a person. */
  issuer: string;
  subject: string;
  /** eduPersonPrincipalName, `user@realm`; undefined when the federation does not tell. */
  principalName: string | undefined;
  /** Signed in with two factors (Feide: level 3 or above). */
  isStrong: boolean;
  /** Shown to the federation again when signing out. */
  idToken: string;
}

export interface Federation {
  /** The realms (after the @) whose users are this owner's; the part before it is their user name here. */
  realms: readonly string[];
  start: (wish: { language: string; strong: boolean }) => Promise<{ url: string; visit: Visit }>;
  /** `address`: the whole address the browser came back to. Throws `FederationFailure`. */
  finish: (address: URL, visit: Visit) => Promise<FederatedPerson>;
  /** Where to sign out of the federation; undefined when it has no such place. */
  endSessionUrl: (idToken: string) => Promise<string | undefined>;
}

/** The federation this portal signs people in through, if any. */
export interface Federations {
  kind: 'none' | 'feide' | 'simulated';
  /** `origin`: the portal's address as the browser has it, without a path; only the simulated one goes by it. */
  at: (origin: string) => Federation | undefined;
}

export const noFederation: Federations = { kind: 'none', at: () => undefined };

/** `cancelled`: the person turned back. `failed`: the answer is not to be trusted, or there is none. */
export class FederationFailure extends Error {
  readonly reason: 'cancelled' | 'failed';

  constructor(reason: 'cancelled' | 'failed', options?: ErrorOptions) {
    super(`Signing in through the federation was ${reason}`, options);
    this.name = 'FederationFailure';
    this.reason = reason;
  }
}

/** Where the federation sends the browser back to; registered with it. */
export const places = {
  callback: '/api/auth/feide/callback',
  signedOut: '/api/auth/feide/loggedout',
} as const;

/** What signing in works with: made once at start. */
import { type Clock, systemClock } from '#server/clock.ts';
import type { Db } from '#server/db.ts';
import { openTurns, type Turns } from '#server/turns.ts';
import { openVault, type Vault } from '#server/vault.ts';

import { accessTokenReader, type AccessTokens } from './access-token.ts';
import { cookieJar, type CookieJar } from './cookies.ts';
import { openSigningKeys, type SigningKeys } from './keys.ts';
import { openSealer, type Sealer } from './secrets.ts';
import { openStandings, type Standings } from './standing.ts';

export interface SignIn {
  db: Db;
  /** The portal's clock, which a demo can move: locks, closing accounts, ending roles. */
  clock: Clock;
  /** Real time: lives of sessions, tokens and codes. Moving the demo's clock must not revive what has ended. */
  time: Clock;
  keys: SigningKeys;
  tokens: AccessTokens;
  jar: CookieJar;
  /** For the federation's ID tokens at rest. */
  hints: Sealer;
  /** For what the browser keeps during a visit to the federation. */
  attempts: Sealer;
  /** For the secrets shared with authenticators. */
  factors: Vault;
  /** For an authenticator's secret while it is being set up: the browser brings it back. */
  enrolments: Sealer;
  standings: Standings;
  /** Passwords tried at one account from one source, one after the other. */
  attemptTurns: Turns;
  /** Passwords being hashed, which takes a processor some 50 ms each. */
  hashTurns: Turns;
}

/** Attempts that may wait for another of the same source at the same account. */
const MOST_ATTEMPTS_WAITING = 50;
/** As many as a large school's start of a lesson; beyond that nobody would wait for the answer. */
const MOST_HASHES_WAITING = 500;

interface Options {
  db: Db;
  clock: Clock;
  /** The site's ENCRYPTION_KEY; keys of each purpose are derived from it. */
  secret: Buffer;
  /** The portal is reached by https. */
  secure: boolean;
  /** Other than real time only in tests. */
  time?: Clock;
}

export function openSignIn({ db, clock, secret, secure, time = systemClock }: Options): SignIn {
  const keys = openSigningKeys(db, secret);
  return {
    db,
    clock,
    time,
    keys,
    tokens: accessTokenReader(keys),
    jar: cookieJar({ secure }),
    hints: openSealer(secret, 'federation hint'),
    attempts: openSealer(secret, 'federation attempt'),
    factors: openVault(secret, 'second factor'),
    enrolments: openSealer(secret, 'second factor enrolment'),
    standings: openStandings(db),
    attemptTurns: openTurns({ atOnce: 1, waiting: MOST_ATTEMPTS_WAITING }),
    hashTurns: openTurns({ atOnce: 2, waiting: MOST_HASHES_WAITING }),
  };
}

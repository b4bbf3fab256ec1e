/** How long things of signing in last. Real time except where it says "by the portal's clock". */
import { limits } from '#kernel/limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const lives = {
  /** ASVS 5.0 §7.3 asks for short ones; a closed account is refused sooner than that by `standing.ts`. */
  accessTokenS: 15 * 60,
  /** A session that is not renewed for this long is over. */
  idleMs: 12 * HOUR,
  /** No session outlives this, however busy. */
  sessionMs: 7 * 24 * HOUR,
  /** The federation's last leg: from the callback to the browser's token call (domain.md §5). */
  federationCodeMs: MINUTE,
  /** A code that the operator hands to a central admin (ASVS 6.5.5: at most 10 min). */
  operatorCodeMs: 10 * MINUTE,
  /** How long a person may take at the federation. */
  federationAttemptS: 15 * 60,
  /** A renewal whose answer was lost may be repeated with its own key for this long. */
  repeatMs: MINUTE,
  /** By the portal's clock (specification §9). */
  lockMs: limits.lockMinutes * MINUTE,
  /** How long a browser counts as known to an account that signed in with it. */
  knownDeviceS: 180 * 24 * 60 * 60,
} as const;

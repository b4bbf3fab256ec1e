import type { Wanted } from './difference.ts';

/** The portal's wish for one key, and which password it is, should there be one to hand over. */
export interface Wish extends Wanted {
  name: string;
  passwordSetAt?: Date | undefined;
}

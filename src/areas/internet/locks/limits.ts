/** How many groups one lock can be laid on. Also read by what every page fetches, so the contract is not imported for it. */
export const MOST_GROUPS = 100;

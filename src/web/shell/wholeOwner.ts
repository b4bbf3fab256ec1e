/** School codes are never empty, so the empty value stands for the whole owner. */
export const WHOLE_OWNER = '';

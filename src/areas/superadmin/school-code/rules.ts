/** How long a school's secret holds. */
export const secretStatuses = ['none', 'valid', 'expiresSoon', 'expired'] as const;

/** A school year and its summer, so that nobody has to do it in the first week of school. */
export const VALID_DAYS = 400;
/** Time enough to hand the new one over to whoever runs the school's system. */
export const SOON_DAYS = 30;

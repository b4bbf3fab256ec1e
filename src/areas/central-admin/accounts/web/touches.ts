/** What a change of a portal account makes stale besides the accounts themselves. */
export const touches = ['centraladmin', 'superadmingroup', 'user'];

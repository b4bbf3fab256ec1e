/** What a change of members makes stale besides the groups themselves. */
export const touches = ['superadmingroup', 'user', 'school', 'superadminsettings', 'superadmin'];

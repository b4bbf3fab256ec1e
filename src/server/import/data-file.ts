/** Unfinished files of careful senders end otherwise (`.part`, `.tmp`) or begin with a dot. */
const wanted = /^[^.].*\.(xml|zip|csv|txt|tsv)$/i;

/** A file a data source may leave, by its name: PIFU-IMS, OneRoster or a table. */
export const isDataFile = (name: string): boolean => wanted.test(name);

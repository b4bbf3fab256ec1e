/** What other areas may ask of the settings of the portal: their own keys, read and written as one. */
export { holdSite, readSite, writeSite } from './store.ts';

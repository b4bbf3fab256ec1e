/** What other areas may use of the settings on the screen. */
export { SessionRow } from './SessionRow.tsx';

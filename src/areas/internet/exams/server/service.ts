/** What the shell may ask of exams. */
export { removeOldPasswords } from './candidates.ts';

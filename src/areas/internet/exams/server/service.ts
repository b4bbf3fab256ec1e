/** What the shell and other areas may ask of exams. */
export { removeOldPasswords } from './candidates.ts';
export { noteSignIns } from './sign-ins.ts';

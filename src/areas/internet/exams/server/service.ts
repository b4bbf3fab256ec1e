/** What the shell and other areas may ask of exams. */
export { fillUp, removeOldPasswords } from './candidates.ts';
export { noteSignIns } from './sign-ins.ts';
export { makeCandidates } from './making.ts';

/** What an exam group is by the clock, and what may be done with it (specification §7, domain.md §5 "Retention"). */
import { addDays } from '#kernel/dates.ts';

/** Its candidates are being made; its exam is to come, is today, or has been. */
export const examStatuses = ['creating', 'ready', 'today', 'used'] as const;
export type ExamStatus = (typeof examStatuses)[number];

interface Exam {
  examDate: string;
  ended: boolean;
  /** Not all of its candidates are there. Those who come late are waited for by nobody. */
  making?: boolean;
}

export function statusOn({ examDate, ended, making = false }: Exam, today: string): ExamStatus {
  if (ended || examDate < today) return 'used';
  if (making) return 'creating';
  return examDate === today ? 'today' : 'ready';
}

/** What stands in its way, in a word: nothing, something, or so much that it cannot be held. */
export const readinesses = ['ok', 'warn', 'stop'] as const;
export type Readiness = (typeof readinesses)[number];

/** Passwords are kept until the day after the exam, and then gone. */
export const passwordsAreGone = ({ examDate, ended }: Exam, today: string): boolean =>
  ended || today > addDays(examDate, 1);

export const examActs = ['update', 'passwords', 'renew', 'lock', 'end', 'delete'] as const;
export type ExamAct = (typeof examActs)[number];

interface Holder {
  manages: boolean;
  seesPasswords: boolean;
  locks: boolean;
}

export function actsOn(exam: Exam, today: string, { manages, seesPasswords, locks }: Holder): ExamAct[] {
  const isOver = statusOn(exam, today) === 'used';
  const may: Record<ExamAct, boolean> = {
    update: manages && !isOver,
    passwords: seesPasswords && !passwordsAreGone(exam, today),
    renew: manages && !isOver,
    lock: locks && !isOver,
    end: seesPasswords && !isOver,
    delete: manages,
  };
  return examActs.filter((act) => may[act]);
}

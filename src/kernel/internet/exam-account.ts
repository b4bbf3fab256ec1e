/** What an exam candidate's account is on a day (specification §2 "Exam groups", domain.md §5 "Retention"). */
import { addDays } from '../dates.ts';

export interface ExamDay {
  examDate: string;
  /** Ended by a person before the day was over. */
  ended: boolean;
}

/** Made and closed; open; gone, with whatever else the directory kept of it. */
export type AccountState = 'closed' | 'open' | 'gone';

/** Open on the exam's day alone. It is kept closed for one more day, as its password is, and is then gone. */
export function accountOn({ examDate, ended }: ExamDay, today: string): AccountState {
  if (today > addDays(examDate, 1)) return 'gone';
  return today === examDate && !ended ? 'open' : 'closed';
}

/** How the cells of the lists are drawn, and the area's words. */
import { formatDate } from '#web/format.ts';
import type { Looks } from '#web/list/look.ts';
import type { StatusTone } from '#web/ui/Status.tsx';

import type { ExamGroupRow } from '../contract.ts';
import type { ExamStatus } from '../rules.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    exams: typeof nb;
  }
}

export const examTones: Record<ExamStatus, StatusTone> = {
  ready: 'info',
  today: 'warning',
  used: 'neutral',
};

export const examLooks: Looks<ExamGroupRow> = {
  choices: { status: { as: 'status', tones: examTones } },
  cells: {
    teacher: ({ teacher }) => teacher?.displayName,
    examDate: ({ examDate }) => formatDate(examDate),
  },
};

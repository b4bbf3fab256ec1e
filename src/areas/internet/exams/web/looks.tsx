/** How the cells of the lists are drawn, and the area's words. */
import { formatDate } from '#web/format.ts';
import type { Looks } from '#web/list/look.ts';
import type { StatusTone } from '#web/ui/Status.tsx';

import type { ExamGroupRow } from '../contract.ts';
import type { ExamStatus, Readiness } from '../rules.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    exams: typeof nb;
  }
}

export const examTones: Record<ExamStatus, StatusTone> = {
  creating: 'neutral',
  ready: 'info',
  today: 'warning',
  used: 'neutral',
};

const readinessTones: Record<Readiness, StatusTone> = { ok: 'success', warn: 'warning', stop: 'danger' };

export const examLooks: Looks<ExamGroupRow> = {
  choices: {
    status: { as: 'status', tones: examTones },
    readiness: { as: 'status', tones: readinessTones },
  },
  cells: {
    teacher: ({ teacher }) => teacher?.displayName,
    examDate: ({ examDate }) => formatDate(examDate),
  },
};

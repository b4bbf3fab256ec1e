/** How the cells of a list of groups are drawn. */
import type { Looks } from '#web/list/look.ts';

import type { GroupRow } from '../contract.ts';
import { ChatMark, TeamMark } from './marks.tsx';

export const groupLooks: Looks<GroupRow> = {
  choices: { type: { as: 'badge' } },
  cells: {
    // Most groups have neither a team nor a limited chat; their cells stay empty instead of saying so in every row.
    teamStatus: ({ teamStatus }) => teamStatus !== 'none' && <TeamMark status={teamStatus} />,
    chatStatus: ({ chatStatus }) => chatStatus !== 'default' && <ChatMark status={chatStatus} />,
    school: ({ school }) => school?.name,
    subjectOrGrade: ({ subjectCode, grade }) => subjectCode ?? grade,
  },
};

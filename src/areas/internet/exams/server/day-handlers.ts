/** The day of an exam: its preflight, how it goes, and its accounts brought at once. */
import { examDay } from '#areas/internet/exam-day/contract.ts';
import { findingsOf } from '#areas/internet/exam-day/preflight.ts';
import { pointsServing } from '#areas/internet/points/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import { implement } from '#server/http/endpoint.ts';

import { statusOn } from '../rules.ts';
import { factsOf, findExam, lifeOf, openExam } from './asking.ts';
import { namesWithoutPassword } from './candidates.ts';
import { factsFor } from './facts.ts';
import { bringAccounts, readLiveLocks, readSeats } from './live.ts';
import { schoolOfExam } from './store.ts';

export const examDayHandlers = implement(examDay, {
  async preflight(context) {
    const { db, now, input } = context;
    const exam = await findExam(context, input.id);
    const isOver = statusOn(lifeOf(exam), osloDay(now)) === 'used';
    const facts = isOver ? undefined : (await factsFor(factsOf(context), [exam.id])).get(exam.id);
    return {
      checked: now.toISOString(),
      findings: facts ? findingsOf(facts) : [],
      withoutPassword: facts && facts.withoutPassword > 0 ? await namesWithoutPassword(db, exam.id) : [],
    };
  },

  async live(context) {
    const { db, now, input, services } = context;
    const realNow = services.webFilter.realTime();
    const { id, name, description, examDate, ended } = await findExam(context, input.id);
    const points = await pointsServing(db, await schoolOfExam(db, id), realNow);
    return {
      id,
      name,
      description,
      examDate,
      ended,
      now: now.toISOString(),
      seats: await readSeats(db, id, now),
      locks: await readLiveLocks(db, id, now, realNow),
      points: points.map((point) => ({
        name: point.name,
        alive: point.alive,
        seen: point.seenAt?.toISOString() ?? null,
      })),
    };
  },

  async bring(context) {
    const exam = await openExam(context, context.input.id);
    return { accounts: await bringAccounts(context.db, exam.id) };
  },
});

/** What the form of a lock asks, and why a page is open or shut. */
import { explanations } from '#areas/internet/explain/contract.ts';
import { type Lesson, lockForm } from '#areas/internet/lock-form/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import { type FieldProblem, Refusal } from '#kernel/errors.ts';
import { keptDomains } from '#kernel/internet/domain.ts';
import { implement } from '#server/http/endpoint.ts';

import * as act from './act.ts';
import { preview } from './detail.ts';
import { explain } from './explain.ts';
import { againstOpeningEach } from './opening.ts';
import { packagesAt } from './opens.ts';
import { findSubject } from './subject.ts';
import * as on from './targets.ts';
import { deleteTemplate, lessonsAt, saveTemplate, templatesAt, writeLessons } from './templates.ts';

export const explanationHandlers = implement(explanations, {
  async explain(context) {
    const { userName, at, address } = context.input;
    const asked = { userName, address, ...(at !== undefined && { at: new Date(at) }) };
    const { locks, ...answer } = await explain(context, asked);
    const against = await againstOpeningEach(
      context,
      locks.map(({ id }) => id),
    );
    return {
      ...answer,
      locks: locks.map((lock) => Object.assign(lock, { cannotOpen: against.get(lock.id) ?? null })),
    };
  },
});

export const lockFormHandlers = implement(lockForm, {
  async choices({ db, scope, now }) {
    const schoolId = act.schoolAt(scope);
    return {
      packages: await packagesAt(db, schoolId),
      templates: await templatesAt(db, schoolId),
      lessons: await lessonsAt(db, schoolId),
      now: now.toISOString(),
    };
  },

  preview: (context) => preview(context, context.input),

  targets: async ({ db, scope, now, input }) => ({
    Items: await on.searchTargets(db, { scope, now, today: osloDay(now) }, act.schoolAt(scope), input.search),
  }),

  userExists: async ({ db, scope, now, input: { n } }) => ({
    exists: (await findSubject(db, scope, n, now)) !== undefined,
  }),

  groupExists: async (context) => ({ exists: await groupExists(context, context.input.n) }),

  async userOrGroupExists(context) {
    const { db, scope, now, input } = context;
    if (await findSubject(db, scope, input.n, now)) return { exists: true, kind: 'user' as const };
    const exists = await groupExists(context, input.n);
    return exists ? { exists, kind: 'group' as const } : { exists };
  },

  async addTemplate({ db, scope, now, actor, input }) {
    const schoolId = act.schoolAt(scope);
    const packages = await packagesAt(db, schoolId, input.domainPackageIds);
    const kept = {
      ...input,
      ownDomains: keptDomains(input.ownDomains),
      domainPackageIds: packages.map(({ id }) => id),
    };
    return saveTemplate(db, schoolId, kept, { by: actor?.displayName ?? '', now });
  },

  async removeTemplate({ db, scope, input }) {
    await deleteTemplate(db, act.schoolAt(scope), input.id);
    return {};
  },

  async setLessons({ db, scope, input: { lessons } }) {
    const problems = problemsWithLessons(lessons);
    if (problems.length > 0) throw new Refusal('request.invalid', { fields: problems });
    const schoolId = act.schoolAt(scope);
    await writeLessons(db, schoolId, lessons);
    return { lessons: await lessonsAt(db, schoolId) };
  },
});

async function groupExists({ db, scope, now }: act.Asking, name: string): Promise<boolean> {
  const reading = { scope, now, today: osloDay(now) };
  const { found } = await on.findTargets(db, reading, act.schoolAt(scope), [name]);
  return found.length > 0;
}

/** Each lesson ends after it begins, and none begins before the one before it has ended. */
function problemsWithLessons(lessons: readonly Lesson[]): FieldProblem[] {
  const inOrder = lessons.toSorted((a, b) => (a.start < b.start ? -1 : 1));
  return inOrder.flatMap(({ start, end }, index): FieldProblem[] => {
    if (end <= start) return [{ path: 'lessons', key: 'lessonBackwards', params: { start, end } }];
    const next = inOrder[index + 1];
    return next && next.start < end
      ? [{ path: 'lessons', key: 'lessonsOverlap', params: { start: next.start, end } }]
      : [];
  });
}

import { osloDay } from '#kernel/dates.ts';
import { type FieldProblem, Refusal, refuse } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import { prove } from '#kernel/scope.ts';
import { onEach } from '#server/bulk/each.ts';
import { implement } from '#server/http/endpoint.ts';
import { schoolOf } from '#server/list/scope.ts';
import { openProbes } from '#server/probing.ts';

import { type ExamChanges, type ExamGroupDetail, examGroups } from '../contract.ts';
import { passwordsAreGone, statusOn } from '../rules.ts';
import { type Call, findExam, lifeOf, openExam, shown } from './asking.ts';
import { fillUp, readPasswords, renewPasswords } from './candidates.ts';
import { candidateCards } from './sheet.ts';
import * as store from './store.ts';

const invalid = (problem: FieldProblem): never => {
  throw new Refusal('request.invalid', { fields: [problem] });
};

async function readDetail(call: Call, id: number): Promise<ExamGroupDetail> {
  const exam = await findExam(call, id);
  const facts = await store.factsOf(call.db, id, call.now);
  const [row = refuse('exam-group.not-found')] = await shown(call, [exam]);
  const seesCode = row.can.includes('end');
  const handOverCode = seesCode ? await store.handOverCodeOf(call.db, id) : null;
  return { ...row, ended: exam.ended, ...facts, handOverCode };
}

async function teacherAt({ db }: Call, schoolId: number, userName: string): Promise<number> {
  return (
    (await store.findTeacher(db, schoolId, userName)) ??
    invalid({ path: 'teacherUserName', key: 'noTeacher', params: {} })
  );
}

function checkDay(examDate: string, now: Date): void {
  if (examDate < osloDay(now)) invalid({ path: 'examDate', key: 'past', params: {} });
}

/** A path that is not given stays as it is; an empty one takes it away. */
const pathOf = (given: string | null | undefined, known: string | null): string | null =>
  given === undefined ? known : given;

async function changeExam(call: Call, changes: ExamChanges): Promise<void> {
  const { db, scope, now } = call;
  const exam = await openExam(call, changes.id);
  if (changes.version !== undefined && changes.version !== exam.version) refuse('row.stale');
  if (changes.examDate !== undefined && changes.examDate !== exam.examDate) checkDay(changes.examDate, now);
  const schoolId = schoolOf(scope) ?? refuse('school.not-chosen');
  const teacher = changes.teacherUserName;
  const isNewTeacher =
    teacher !== undefined && teacher.toLowerCase() !== exam.teacher?.userName.toLowerCase();
  const count = changes.candidates ?? exam.candidates;
  if (count < exam.candidates) {
    invalid({ path: 'candidates', key: 'fewer', params: { count: exam.candidates } });
  }
  await store.updateExam(db, exam.id, {
    description: changes.description ?? exam.description,
    examDate: changes.examDate ?? exam.examDate,
    teacherId: null,
    commonPathWin: pathOf(changes.commonPathWin, exam.commonPathWin),
    homePathWin: pathOf(changes.homePathWin, exam.homePathWin),
    commonPathMac: pathOf(changes.commonPathMac, exam.commonPathMac),
    homePathMac: pathOf(changes.homePathMac, exam.homePathMac),
  });
  if (isNewTeacher) await store.setTeacher(db, exam.id, await teacherAt(call, schoolId, teacher), now);
  // While candidates are being made `candidates` says how many there are to be.
  if (exam.made !== null) await store.wantCandidates(db, exam.id, { count, late: false });
  else await makeSome(call, exam.id, { from: exam.candidates, count, late: true });
}

/** As many as nobody has to wait for at once, the rest in the background. */
async function makeSome(
  { db, now, services }: Call,
  id: number,
  { from, count, late }: { from: number; count: number; late: boolean },
): Promise<void> {
  const first = Math.min(count, from + limits.examCandidatesAtOnce);
  await fillUp(db, id, { count: first, late }, { vault: services.examPasswords, now });
  if (first < count) await store.wantCandidates(db, id, { count, late });
}

export const examGroupHandlers = implement(examGroups, {
  async add(context) {
    const { db, scope, now, actor, input } = context;
    const schoolId = schoolOf(scope) ?? refuse('school.not-chosen');
    checkDay(input.examDate, now);
    const exam: store.Written = {
      description: input.description,
      examDate: input.examDate,
      teacherId: await teacherAt(context, schoolId, input.teacherUserName),
      commonPathWin: input.commonPathWin ?? null,
      homePathWin: input.homePathWin ?? null,
      commonPathMac: input.commonPathMac ?? null,
      homePathMac: input.homePathMac ?? null,
    };
    const id = await store.insertExam(db, schoolId, exam, { by: actor?.displayName ?? '', now });
    await makeSome(context, id, { from: 0, count: input.candidates, late: false });
    return readDetail(context, id);
  },

  async list(context) {
    const { db, scope, input, now } = context;
    const page = await store.listExams(db, scope, input, now);
    return { ...page, Items: await shown(context, page.Items) };
  },

  remove: (context) =>
    onEach(context.db, context.input.ids.map(String), async (id) => {
      const exam = await findExam(context, Number(id), true);
      if (!(await store.deleteExam(context.db, exam.id, context.now))) refuse('exam-group.locked');
    }),

  async passwords(context) {
    const { db, now, services, input } = context;
    const exam = await findExam(context, input.id);
    if (passwordsAreGone(lifeOf(exam), osloDay(now))) refuse('exam-group.passwords-gone');
    const Items = await readPasswords(db, exam.id, services.examPasswords);
    const { language } = input;
    return input.format === 'pdf' ? candidateCards(Items, { ...exam, language, now }) : { Items };
  },

  async renewPasswords(context) {
    const { db, now, services, input } = context;
    const exam = await openExam(context, input.id);
    const means = { vault: services.examPasswords, now };
    const Items =
      (await renewPasswords(db, exam.id, input.userNames, means)) ?? refuse('exam-candidate.not-found');
    const { language } = input;
    return input.format === 'pdf' ? candidateCards(Items, { ...exam, language, now }) : { Items };
  },

  async users(context) {
    const { id, ...question } = context.input;
    const exam = await findExam(context, id);
    return store.listCandidates(context.db, context.scope, exam.id, question, context.now);
  },

  async update(context) {
    await changeExam(context, context.input);
    return readDetail(context, context.input.id);
  },

  async takeOver(context) {
    const { db, actor, scope, now, input } = context;
    const manages = actor !== undefined && prove(actor, 'exams.manage') !== undefined;
    if (!manages && !input.code) invalid({ path: 'code', key: 'required', params: {} });
    const probes = manages ? undefined : await openProbes(context, 'wrong-codes');
    if (probes instanceof Refusal) return probes;
    const id = await store.findToTakeOver(db, scope, input.name, manages || input.code);
    if (id === undefined) return (await probes?.count(1)) ?? new Refusal('exam-group.not-found');
    await store.setTeacher(db, id, scope.userId, now);
    const exam = await findExam(context, id);
    if (statusOn(lifeOf(exam), osloDay(now)) === 'used') refuse('exam-group.over');
    return readDetail(context, id);
  },

  taken: async ({ db, scope, now }) => ({ Items: await store.takenFrom(db, scope, now) }),

  async end(context) {
    const exam = await openExam(context, context.input.id);
    await store.endExam(context.db, exam.id, context.now);
    return readDetail(context, exam.id);
  },

  detail: (context) => readDetail(context, context.input.id),
});

/** An exam as a request asks for it: within its scope, with what its reader may do. */
import { findingsOf, worstOf } from '#areas/internet/exam-day/preflight.ts';
import type { Route } from '#kernel/contract.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { type Actor, prove } from '#kernel/scope.ts';
import type { Context } from '#server/http/endpoint.ts';

import type { ExamGroupRow } from '../contract.ts';
import { actsOn, type Readiness, statusOn } from '../rules.ts';
import { factsFor } from './facts.ts';
import * as store from './store.ts';

export type Call = Pick<Context<Route>, 'db' | 'actor' | 'scope' | 'now' | 'services'>;

type Life = Parameters<typeof statusOn>[0];

export const lifeOf = ({ examDate, ended, status }: store.StoredExam): Life => ({
  examDate,
  ended: ended !== null,
  making: status === 'creating',
});

type Shown = Omit<store.StoredExam, 'ended'> & Pick<ExamGroupRow, 'can' | 'readiness'>;

/** With what stands in the way of each, in a word, and what the reader may do. */
export async function shown(call: Call, exams: readonly store.StoredExam[]): Promise<Shown[]> {
  const today = osloDay(call.now);
  const left = exams.filter(({ status }) => status !== 'used').map(({ id }) => id);
  const facts = await factsFor(factsOf(call), left);
  return exams.map((exam) => {
    const { ended: _ended, ...row } = exam;
    const known = facts.get(exam.id);
    return {
      ...row,
      readiness: known ? readinessOf(worstOf(findingsOf(known))) : null,
      can: actsOn(lifeOf(exam), today, holderOf(call.actor)),
    };
  });
}

export const factsOf = ({ db, scope, now, services }: Call) => ({
  db,
  scope,
  now,
  hasDirectory: services.directory !== undefined,
  realNow: services.webFilter.realTime(),
});

const readinessOf = (worst: ReturnType<typeof worstOf>): Readiness =>
  worst === 'stop' || worst === 'warn' ? worst : 'ok';

function holderOf(actor: Actor | undefined) {
  const may = (permission: Permission) => actor !== undefined && prove(actor, permission) !== undefined;
  return {
    manages: may('exams.manage'),
    seesPasswords: may('exams.passwords'),
    locks: may('locks.manage'),
  };
}

export async function findExam(
  { db, scope, now }: Call,
  id: number,
  hold = false,
): Promise<store.StoredExam> {
  return (await store.findExam(db, scope, id, osloDay(now), hold)) ?? refuse('exam-group.not-found');
}

/** An exam whose day is not over, kept from everybody else until the operation is done. */
export async function openExam(call: Call, id: number): Promise<store.StoredExam> {
  const exam = await findExam(call, id, true);
  if (statusOn(lifeOf(exam), osloDay(call.now)) === 'used') refuse('exam-group.over');
  return exam;
}

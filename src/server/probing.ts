/**
 * Some answers tell of people the asker may not see: that a number belongs to nobody here, that an address or a name is
 * taken. Each of them is harmless alone, and a way to search when it is asked by the thousand. So each person has a
 * budget of such answers within 24 hours; beyond it nothing is compared.
 */
import { sql } from 'kysely';

import { type ErrorCode, Refusal } from '#kernel/errors.ts';
import type { Actor } from '#kernel/scope.ts';

import { BUDGET_HOURS, type Budget, use, usedOf } from './budget.ts';
import type { Db } from './db.ts';

/** `number-misses`: a whole class list of another school. `taken-answers`: names and addresses tried by hand. `wrong-codes`: mistyped. */
const budgets = { 'number-misses': 100, 'taken-answers': 50, 'wrong-codes': 20 } as const;
type ProbeKind = keyof typeof budgets;

/** Refusals that tell that somebody has what was asked for, at whatever school. */
const taken: ReadonlySet<ErrorCode> = new Set(['user.email-taken', 'group.email-taken', 'user.name-taken']);

interface Probes {
  /**
   * Counts answers that told something. A refusal when they go past the budget: return it instead of the answer, and
   * the count is kept (a thrown one would be rolled back with it).
   */
  count: (answers: number) => Promise<Refusal | undefined>;
}

/** For a command, before anything is compared. A refusal when the budget is used up: return it, so that it is logged. */
export async function openProbes(
  { db: tx, actor, now }: { db: Db; actor: Actor | undefined; now: Date },
  kind: ProbeKind,
): Promise<Probes | Refusal> {
  const budget: Budget = { kind, userId: actor?.userId ?? 0, now };
  const used = await usedOf(tx, budget);
  if (used >= budgets[kind]) return tooMany();
  return {
    async count(answers) {
      if (answers === 0) return undefined;
      await use(tx, budget, answers);
      return used + answers > budgets[kind] ? tooMany() : undefined;
    },
  };
}

/**
 * Carries out the work of a command with `unique` fields. A refusal that tells that something is taken is returned and
 * not thrown: what the work wrote is undone, the count and the operation stay.
 */
export async function countingTaken(
  at: { db: Db; actor: Actor | undefined; now: Date },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const probes = await openProbes(at, 'taken-answers');
  if (probes instanceof Refusal) return probes;
  await sql`savepoint before_work`.execute(at.db);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !taken.has(error.code)) throw error;
    await sql`rollback to savepoint before_work`.execute(at.db);
    return (await probes.count(1)) ?? error;
  }
}

const tooMany = () => new Refusal('probing.too-many', { params: { hours: BUDGET_HOURS } });

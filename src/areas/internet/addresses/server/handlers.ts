import { createHash } from 'node:crypto';

import { pointsServing } from '#areas/internet/points/server/service.ts';
import { Refusal, refuse } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#server/db.ts';
import { implement } from '#server/http/endpoint.ts';
import { schoolOf } from '#server/list/scope.ts';

import { addresses, type Listed } from '../contract.ts';
import { readLines } from '../rules.ts';
import * as store from './store.ts';
import { keptAddress } from './written.ts';

export const addressHandlers = implement(addresses, {
  get: ({ db, scope, now, services }) => listed(db, schoolAt(scope), now, services.webFilter.realTime()),

  async update({ db, scope, now, services, input }) {
    const schoolId = schoolAt(scope);
    const { lines, faulty } = readLines(input.lines);
    const machines = new Map<string, string>();
    const wrong = lines.filter(({ address, userName }) => {
      const kept = keptAddress(address);
      if (kept === undefined || machines.has(kept)) return true;
      machines.set(kept, userName);
      return false;
    });
    await store.holdSchool(db, schoolId);
    const known = linesOf(await store.readMachines(db, schoolId));
    if (input.version !== undefined && input.version !== versionOf(known)) refuse('row.stale');
    mustBeFaultless([...faulty, ...wrong.map(({ number }) => number)]);
    await store.writeMachines(
      db,
      schoolId,
      [...machines].map(([address, userName]) => ({ address, userName })),
    );
    return listed(db, schoolId, now, services.webFilter.realTime());
  },
});

const schoolAt = (scope: Scope): number => schoolOf(scope) ?? refuse('school.not-chosen');

const linesOf = (machines: readonly store.Machine[]): string =>
  machines.map(({ address, userName }) => `${address} ${userName}`).join('\n');

const versionOf = (lines: string): string => createHash('sha256').update(lines).digest('base64url');

const TOLD = 5;

function mustBeFaultless(faulty: readonly number[]): void {
  if (faulty.length === 0) return;
  const lines = faulty.toSorted((one, other) => one - other).slice(0, TOLD);
  const params = { lines: lines.join(', ') };
  throw new Refusal('request.invalid', { fields: [{ path: 'lines', key: 'lines', params }] });
}

async function listed(db: Db, schoolId: number, now: Date, realNow: Date): Promise<Listed> {
  const machines = await store.readMachines(db, schoolId);
  const points = await pointsServing(db, schoolId, realNow);
  const lines = linesOf(machines);
  return {
    lines,
    count: machines.length,
    version: versionOf(lines),
    unknown: await store.unknownNames(db, schoolId),
    points: points.map(({ id, name }) => ({ id, name })),
    read: now.toISOString(),
  };
}

import { BlockList, isIP } from 'node:net';

import { pointsServing } from '#areas/internet/points/server/service.ts';
import { Refusal, refuse } from '#kernel/errors.ts';
import type { Scope } from '#kernel/permissions.ts';
import type { Db } from '#server/db.ts';
import { implement } from '#server/http/endpoint.ts';
import { schoolOf } from '#server/list/scope.ts';

import { addresses, type Listed } from '../contract.ts';
import { type Line, readLines } from '../rules.ts';
import * as store from './store.ts';

export const addressHandlers = implement(addresses, {
  get: ({ db, scope, now, services }) => listed(db, schoolAt(scope), now, services.webFilter.realTime()),

  async update({ db, scope, now, services, input }) {
    const schoolId = schoolAt(scope);
    const { lines, faulty } = readLines(input.lines);
    const twice = new Set<string>();
    const wrong = lines.filter(({ address }) => {
      const isWrong = !isAddressOrRange(address) || twice.has(address);
      twice.add(address);
      return isWrong;
    });
    mustBeFaultless([...faulty, ...wrong.map(({ number }) => number)]);
    await store.writeMachines(db, schoolId, lines.map(asMachine));
    return listed(db, schoolId, now, services.webFilter.realTime());
  },
});

const asMachine = ({ address, userName }: Line): store.Machine => ({ address, userName });

const schoolAt = (scope: Scope): number => schoolOf(scope) ?? refuse('school.not-chosen');

/** An address, or the first of a range with its width: `10.1.2.0/24`. */
function isAddressOrRange(written: string): boolean {
  const [address = '', bits, ...more] = written.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^\d{1,3}$/.test(bits)) return false;
  try {
    new BlockList().addSubnet(address, Number(bits), version === 6 ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
}

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
  return {
    lines: machines.map(({ address, userName }) => `${address} ${userName}`).join('\n'),
    count: machines.length,
    unknown: await store.unknownNames(db, schoolId),
    points: points.map(({ id, name }) => ({ id, name })),
    read: now.toISOString(),
  };
}

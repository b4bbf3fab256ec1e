import { refuse, refuseField } from '#kernel/errors.ts';
import type { DemoClock } from '#server/demo-clock.ts';
import { implement } from '#server/http/endpoint.ts';
import type { Services } from '#server/services.ts';

import { clock, farthestMs } from '../contract.ts';
import { targetOf } from '../rules.ts';

export const clockHandlers = implement(clock, {
  read: async ({ services }) => stateAt(demoClockOf(services).now()),

  async move({ db, input, services }) {
    const demoClock = demoClockOf(services);
    const to = targetOf(input, await demoClock.shown(db), new Date());
    if (Math.abs(to.getTime() - Date.now()) > farthestMs) refuseField('request.invalid', 'to', 'invalid');
    if (input.reset) await demoClock.reset(db);
    else await demoClock.move(db, to);
    return stateAt(to); // the clock itself follows when the operation commits
  },
});

function demoClockOf({ demoClock }: Services): DemoClock {
  return demoClock ?? refuse('clock.not-demo');
}

function stateAt(now: Date): { now: Date; offsetMs: number } {
  return { now, offsetMs: now.getTime() - Date.now() };
}

import type { Area } from '#web/nav.ts';
import { later } from '#web/ui/later.tsx';

const DemoClock = later(async () => (await import('./DemoClock.tsx')).DemoClock);

/** No page of its own: the mark of the demo with its clock stands on every page. */
export const clockArea: Area = {
  nav: [],
  bar: [{ id: 'clock', permission: undefined, component: DemoClock }],
};

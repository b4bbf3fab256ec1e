import { lazy } from 'react';

import type { Area } from '#web/nav.ts';

const DemoClock = lazy(async () => ({ default: (await import('./DemoClock.tsx')).DemoClock }));

/** No page of its own: the mark of the demo with its clock stands on every page. */
export const clockArea: Area = {
  nav: [],
  bar: [{ id: 'clock', permission: undefined, component: DemoClock }],
};

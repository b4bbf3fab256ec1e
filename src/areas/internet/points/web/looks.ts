/** How the state of a point looks, and how far clocks are apart in words. */
import type { StatusTone } from '#web/ui/Status.tsx';

import type { PointState } from '../rules.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    points: typeof nb;
  }
}

export const pointTones: Record<PointState, StatusTone> = {
  alive: 'success',
  silent: 'danger',
  never: 'neutral',
};

const SECOND = 1_000;
const seconds = new Intl.NumberFormat('nb-NO', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** 1500 → `+1,5 s`, 12 → `+12 ms` */
export function formatOffset(ms: number): string {
  if (Math.abs(ms) >= SECOND) return `${seconds.format(ms / SECOND)} s`;
  return `${seconds.format(Math.round(ms))} ms`;
}

import type { DataSource, sourceKinds, sourceOutcomes } from '../contract.ts';

export type KindFilter = (typeof sourceKinds)[number] | 'all';
/** `never`: it has not run yet; `off`: it is not in use. */
export type OutcomeFilter = (typeof sourceOutcomes)[number] | 'never' | 'off' | 'all';

const outcomeOf = ({ enabled, lastRun }: DataSource): OutcomeFilter =>
  enabled ? (lastRun?.outcome ?? 'never') : 'off';

export const matches = (source: DataSource, kind: KindFilter, outcome: OutcomeFilter): boolean =>
  (kind === 'all' || source.source === kind) && (outcome === 'all' || outcomeOf(source) === outcome);

/** When changes of a personal number may be registered or deleted (specification §4, §9). */
import { showMoment } from '#kernel/dates.ts';

/** Hours as the site has them, Oslo time: `16:00`. */
export interface ImportWindow {
  from: string;
  to: string;
}

export const usualWindow: ImportWindow = { from: '16:00', to: '22:00' };

/** From the window's beginning to its end the evening's changes stand fast; a run at any other time closes too. */
export function isClosed(now: Date, { from, to }: ImportWindow, importRuns: boolean): boolean {
  const time = showMoment(now.toISOString()).slice(-5);
  return importRuns || (time >= from && time < to);
}

export const deviationReasons = [
  'differsFromSource',
  'invalidChecksum',
  'invalidDate',
  'provisional',
  'missing',
] as const;
export const changeStatuses = ['registered', 'done', 'failed'] as const;
/** What an entry of the number log tells; `found`: somebody looked the person up by number. */
export const numberLogStatuses = [...changeStatuses, 'found'] as const;
export const suggestions = ['merge', 'changeNumber', 'ignore'] as const;
/** Why a registered change was not carried out. */
export const changeFailures = ['number-in-use', 'registered-twice', 'registrar'] as const;
export const numberKinds = ['fnr', 'dnr', 'tnr', 'hnr', 'duf', 'provisional'] as const;
export type NumberKind = (typeof numberKinds)[number];

type NumberFault = 'checkDigits' | 'date' | 'synthetic' | 'notSynthetic' | 'notANumber';

/**
 * What speaks against a number somebody types in. The made-up numbers of the test register belong in a demo and
 * nowhere else, and a demo takes no other official number (domain.md §4).
 */
export function faultOf(
  number: 'no-number' | { kind: NumberKind; fault?: 'check-digits' | 'date' | undefined },
  isDemo: boolean,
): NumberFault | undefined {
  if (number === 'no-number') return 'notANumber';
  const { kind, fault } = number;
  if (fault === 'date') return 'date';
  if (fault === 'check-digits') return 'checkDigits';
  if (kind === 'provisional' || kind === 'duf') return undefined;
  if (kind === 'tnr') return isDemo ? undefined : 'synthetic';
  return isDemo ? 'notSynthetic' : undefined;
}

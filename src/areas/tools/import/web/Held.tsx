import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';

import type { ImportRun } from '../contract.ts';
import { goToLists } from './lists-here.ts';

const undecided = { tab: 'slices', 'import-slices.state': 'held' };
const decided = { tab: 'slices', 'import-slices.state': 'held,postponed,rejected' };

/** The slices that wait for somebody to look (design.md §6, "guard"). */
export function Held({ run: { heldSchools, heldCount, undecided: waiting } }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const more = heldCount - heldSchools.length;
  return (
    <Alert
      tone={waiting > 0 ? 'warning' : 'info'}
      title={t(waiting > 0 ? 'run.heldTitle' : 'run.heldDecided', { count: waiting || heldCount })}
    >
      <p>{t('run.heldText')}</p>
      <ul className="import-held">
        {holdsOf(heldSchools).map((slices) => (
          <li key={slices.map(({ schoolId, kind }) => `${schoolId ?? 0} ${kind}`).join(' ')}>
            {slices
              .map(({ school, kind, leaving, people }) =>
                t(`run.heldSlice.${kind}`, {
                  school: school ?? t('run.heldOwner'),
                  rows: formatNumber(leaving),
                  people: formatNumber(people),
                }),
              )
              .join(' · ')}
          </li>
        ))}
        {more > 0 && <li>{t('run.heldMore', { count: more })}</li>}
      </ul>
      <p>
        <Link to="." search={waiting > 0 ? undecided : decided} resetScroll={false} onClick={goToLists}>
          {waiting > 0 ? t('run.decide') : t('run.seeHeld')}
        </Link>
      </p>
    </Alert>
  );
}

/** Slices that belong together, beside each other. */
function holdsOf(slices: ImportRun['heldSchools']): ImportRun['heldSchools'][] {
  const holds = new Map<number, ImportRun['heldSchools']>();
  for (const [place, slice] of slices.entries()) {
    const hold = slice.hold ?? -1 - place;
    holds.set(hold, [...(holds.get(hold) ?? []), slice]);
  }
  return [...holds.values()];
}

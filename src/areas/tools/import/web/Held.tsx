import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';

import type { ImportRun } from '../contract.ts';

const whoIsHeld = { tab: undefined, 'import-plan.subject': 'person', 'import-plan.outcome': 'held' };

/** The schools whose leavers wait for somebody to look (design.md §6, "guard"). */
export function Held({ run: { held, heldSchools } }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  return (
    <Alert tone="warning" title={t('run.heldTitle', { count: held })}>
      <p>{t('run.heldText')}</p>
      <ul className="import-held">
        {heldSchools.map(({ schoolId, school, leaving, people }) => (
          <li key={schoolId ?? 0}>
            {t('run.heldSchool', {
              school: school ?? t('run.heldOwner'),
              leaving: formatNumber(leaving),
              people: formatNumber(people),
            })}
          </li>
        ))}
      </ul>
      <p>
        <Link to="." search={whoIsHeld} resetScroll={false}>
          {t('run.see')}
        </Link>
      </p>
    </Alert>
  );
}

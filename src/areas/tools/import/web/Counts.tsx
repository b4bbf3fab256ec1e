import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';
import { Scroller } from '#web/ui/Scroller.tsx';

import { type ImportRun, outcomes, subjects } from '../contract.ts';

/** Every outcome by kind of row. Columns nothing fell into are left out. */
export function Counts({ run: { counts, dryRun, memberships } }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const seen = outcomes.filter((outcome) =>
    subjects.some((subject) => (counts[subject]?.[outcome] ?? 0) > 0),
  );
  // Memberships are not counted school by school.
  const told = subjects.filter((subject) => subject !== 'membership' || memberships !== null);
  return (
    <section className="card import-part">
      <h2 className="section-title">{dryRun ? t('run.countsDry') : t('run.counts')}</h2>
      {seen.length === 0 ? (
        <p className="meta">{t('plan.empty.text')}</p>
      ) : (
        <Scroller className="import-scroll" role="group" label={t('run.counts')}>
          <table className="import-counts">
            <thead>
              <tr>
                <th scope="col">{t('run.subject')}</th>
                {seen.map((outcome) => (
                  <th key={outcome} scope="col">
                    {t(`choice.outcome.${outcome}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {told.map((subject) => (
                <tr key={subject}>
                  <th scope="row">{t(`choice.subject.${subject}`)}</th>
                  {seen.map((outcome) => (
                    <td key={outcome} data-zero={(counts[subject]?.[outcome] ?? 0) === 0 || undefined}>
                      {formatNumber(counts[subject]?.[outcome] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}

import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { formatDate, formatNumber } from '#web/format.ts';
import { Scroller } from '#web/ui/Scroller.tsx';

import { type ImportRun, imports, reportKinds, type ReportPart } from '../contract.ts';

/** What a rehearsal found that a school would like to know before the summer (issue "rehearsal of the year change"). */
export function ReportTab({ run: { id, asOf } }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  const read = useRead(imports.report, { id }, { handleErrors: false });
  const { data } = read;
  if (!data) return <ReadState read={read} failed={t('report.failed')} lines={6} />;
  return (
    <div className="import-report">
      <p className="meta">
        {asOf === null ? t('report.today') : t('report.asOf', { day: formatDate(asOf) })}
      </p>
      {reportKinds.map((kind) => (
        <Part key={kind} kind={kind} part={data.find((part) => part.kind === kind)} />
      ))}
    </div>
  );
}

function Part({ kind, part }: { kind: ReportPart['kind']; part: ReportPart | undefined }) {
  const { t } = useTranslation('import');
  const total = part?.total ?? 0;
  return (
    <section className="card import-part">
      <h3 className="section-title">
        {t(`report.${kind}`)} <span className="page-count">{formatNumber(total)}</span>
      </h3>
      <p className="meta">{total === 0 ? t(`report.${kind}None`) : t(`report.${kind}Text`)}</p>
      {part && (
        <Scroller className="import-scroll" role="group" label={t(`report.${kind}`)}>
          <table className="import-rows">
            <thead>
              <tr>
                <th scope="col">{t('column.name')}</th>
                <th scope="col">{t('column.school')}</th>
                <th scope="col">{t('column.key')}</th>
                <th scope="col">{t(`report.${kind}Note`)}</th>
              </tr>
            </thead>
            <tbody>
              {part.rows.map((row) => (
                <tr key={`${row.key} ${row.name} ${row.school}`}>
                  <th scope="row">{row.name}</th>
                  <td>{row.school ?? t('run.heldOwner')}</td>
                  <td>{row.key}</td>
                  <td>{noteOf(kind, row.note, t)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {part && total > part.rows.length && (
        <p className="meta">{t('report.more', { count: total - part.rows.length })}</p>
      )}
    </section>
  );
}

type Say = ReturnType<typeof useTranslation<'import'>>['t'];

const roles = [
  'teacher',
  'groupAdministrator',
  'licenceAdministrator',
  'schoolIct',
  'schoolAdministrator',
  'centralAdmin',
  'superadmin',
] as const;

function noteOf(kind: ReportPart['kind'], note: string, t: Say): string {
  if (kind !== 'leaver') return note;
  const held = note.split(', ');
  return roles
    .filter((role) => held.includes(role))
    .map((role) => t(`role.${role}`))
    .join(', ');
}

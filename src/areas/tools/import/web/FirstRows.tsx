import { useTranslation } from 'react-i18next';

import { csvFields, type CsvMapping } from '#kernel/csv-mapping.ts';
import { Scroller } from '#web/ui/Scroller.tsx';

import type { FilePreview } from '../contract.ts';

/** The first rows as they would be read, so that a column taken for another is seen at once. */
export function FirstRows({
  preview: { columns, rows },
  mapping,
}: {
  preview: FilePreview;
  mapping: CsvMapping;
}) {
  const { t } = useTranslation('import');
  const used = csvFields.flatMap((field) => {
    const place = columns.findIndex(({ heading }) => heading === mapping.fields[field]);
    return place === -1 ? [] : [{ field, place }];
  });
  if (used.length === 0 || rows.length === 0) return null;
  return (
    <div className="import-columns">
      <h2 className="section-title" id="import-first-rows">
        {t('columns.rows')}
      </h2>
      <Scroller className="import-scroll" labelledBy="import-first-rows">
        <table className="import-rows import-first-rows">
          <thead>
            <tr>
              {used.map(({ field }) => (
                <th key={field} scope="col">
                  {t(`field.${field}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells }) => (
              <tr key={line}>
                {used.map(({ field, place }) => (
                  <td key={field}>{cells[place] || '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </div>
  );
}

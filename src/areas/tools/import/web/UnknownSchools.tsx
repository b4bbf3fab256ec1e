import { useTranslation } from 'react-i18next';

import type { CsvMapping } from '#kernel/csv-mapping.ts';
import { Select } from '#web/ui/Select.tsx';

import type { FilePreview } from '../contract.ts';
import { schoolField } from './mapping.ts';

interface UnknownSchoolsProps {
  preview: FilePreview;
  mapping: CsvMapping;
  onChange: (mapping: CsvMapping) => void;
}

/** No school's code begins with a hyphen. */
const NEW = '-new';

/** Each school of the file that the portal does not know: a new one, or another name for one there is? */
export function UnknownSchools({ preview, mapping, onChange }: UnknownSchoolsProps) {
  const { t } = useTranslation('import');
  const { unknownSchools, knownSchools } = preview;
  if (unknownSchools.length === 0) return null;

  const answerOf = (key: string): string | undefined => {
    const answer = mapping.schools[key];
    return answer === null ? NEW : answer;
  };
  const choicesFor = (likely: readonly string[]) => [
    ...knownSchools
      .filter(({ code }) => likely.includes(code))
      .toSorted((a, b) => likely.indexOf(a.code) - likely.indexOf(b.code))
      .map(({ code, name }) => ({ value: code, label: t('schools.likely', { name }) })),
    { value: NEW, label: t('schools.new') },
    ...knownSchools
      .filter(({ code }) => !likely.includes(code))
      .map(({ code, name }) => ({ value: code, label: name })),
  ];
  return (
    <section className="import-columns" aria-labelledby="import-schools">
      <h2 className="section-title" id="import-schools">
        {t('schools.title', { count: unknownSchools.length })}
      </h2>
      <p className="meta">{t('schools.text')}</p>
      <div className="import-columns-grid">
        {unknownSchools.map(({ key, name, rows, likely }, place) => (
          <Select
            key={key}
            name={schoolField(place)}
            label={name}
            hint={t('schools.rows', { count: rows })}
            value={answerOf(key)}
            options={choicesFor(likely)}
            onChange={(answer) =>
              onChange({
                ...mapping,
                schools: { ...mapping.schools, [key]: answer === NEW ? null : answer },
              })
            }
          />
        ))}
      </div>
    </section>
  );
}

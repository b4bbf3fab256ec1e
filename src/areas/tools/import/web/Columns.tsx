import './columns.css';
import { useTranslation } from 'react-i18next';

import { type CsvField, csvFields, type CsvMapping, csvRoles } from '#kernel/csv-mapping.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import type { FilePreview } from '../contract.ts';
import { FeedInput } from './FeedInput.tsx';
import { FirstRows } from './FirstRows.tsx';
import { fieldOf, withField } from './mapping.ts';
import { UnknownSchools } from './UnknownSchools.tsx';

interface ColumnsProps {
  preview: FilePreview;
  mapping: CsvMapping;
  onChange: (mapping: CsvMapping) => void;
}

/** Which column of a table holds what: guessed or remembered, shown with what stands in it, and corrected here. */
export function Columns({ preview, mapping, onChange }: ColumnsProps) {
  const { t } = useTranslation('import');
  const change = (changed: Partial<CsvMapping>) => onChange({ ...mapping, ...changed });
  const unused = preview.columns.filter(({ heading }) => fieldOf(mapping, heading) === undefined);
  const choices = csvFields.map((value) => ({ value, label: t(`field.${value}`) }));
  const has = (...names: readonly CsvField[]) => names.some((name) => mapping.fields[name] !== undefined);

  return (
    <>
      <section className="import-columns" aria-labelledby="import-columns">
        <h2 className="section-title" id="import-columns">
          {t('columns.title')}
        </h2>
        <p className="meta">
          {t(preview.isRemembered ? 'columns.remembered' : 'columns.guessed', { feed: mapping.feed })}
        </p>
        <div className="import-columns-grid">
          {preview.columns.map(({ heading, samples }) => (
            <div key={heading} data-unused={fieldOf(mapping, heading) === undefined || undefined}>
              <Select<CsvField | 'none'>
                label={heading}
                hint={samples.length === 0 ? t('columns.empty') : samples.join(' · ')}
                value={fieldOf(mapping, heading) ?? 'none'}
                options={[{ value: 'none', label: t('field.none') }, ...choices]}
                onChange={(field) =>
                  onChange(withField(mapping, heading, field === 'none' ? undefined : field))
                }
              />
            </div>
          ))}
        </div>
        {unused.length > 0 && (
          <Alert tone="info" title={t('columns.unused', { count: unused.length })}>
            <p>{unused.map(({ heading }) => heading).join(', ')}</p>
          </Alert>
        )}
      </section>
      <section className="import-columns" aria-labelledby="import-table">
        <h2 className="section-title" id="import-table">
          {t('columns.about')}
        </h2>
        <div className="import-columns-grid">
          <FeedInput feeds={preview.feeds} feed={mapping.feed} onChange={(feed) => change({ feed })} />
          {!has('school', 'schoolNumber') && (
            <TextField
              name="school"
              label={t('columns.school')}
              hint={t('columns.schoolHint')}
              value={mapping.school ?? ''}
              onChange={(school) => change({ school: school.trim() === '' ? undefined : school })}
            />
          )}
          {!has('role') && (
            <Select
              name="role"
              label={t('columns.role')}
              hint={t('columns.roleHint')}
              value={mapping.role}
              options={csvRoles.map((value) => ({ value, label: t(`columns.role.${value}`) }))}
              onChange={(role) => change({ role })}
            />
          )}
        </div>
        <RadioGroup
          name="extract"
          label={t('columns.extract')}
          value={mapping.extract}
          options={(['full', 'changes'] as const).map((value) => ({
            value,
            label: t(`columns.extract.${value}`),
            hint: t(`columns.extract.${value}Hint`),
          }))}
          onChange={(extract) => change({ extract })}
        />
      </section>
      <UnknownSchools preview={preview} mapping={mapping} onChange={onChange} />
      <FirstRows preview={preview} mapping={mapping} />
    </>
  );
}

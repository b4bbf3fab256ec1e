import './import.css';
import { FileTextIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { CsvMapping } from '#kernel/csv-mapping.ts';
import { formatBytes } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DateField } from '#web/ui/DateField.tsx';
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx';

import type { FilePreview } from '../contract.ts';
import { Columns } from './Columns.tsx';
import { problemsOf } from './mapping.ts';
import { SendFailure } from './SendFailure.tsx';
import { useLook } from './useLook.ts';

/** What is done with the file: the mapping is of a table only. */
export interface Chosen {
  file: File;
  mapping?: CsvMapping;
  /** Rehearse for that day. */
  asOf?: string;
}

interface ChosenFileProps {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  onOther: () => void;
  onRehearse: (chosen: Chosen) => void;
  onImport: (chosen: Chosen) => void;
}

/** A file before it is sent: what it is, what the columns of a table hold, and what to do with it. */
export function ChosenFile({ chosen, onChange, onOther, onRehearse, onImport }: ChosenFileProps) {
  const { file } = chosen;
  const { t } = useTranslation('import');
  const { look, again } = useLook(file, chosen.mapping);
  const [attempt, setAttempt] = useState(0);

  const preview = look?.state === 'seen' ? look.preview : undefined;
  const mapping = chosen.mapping ?? preview?.mapping ?? undefined;
  const problems = mapping ? problemsOf(mapping, preview?.unknownSchools ?? []) : [];
  const isReadable = preview !== undefined && preview.format !== null;
  const go = (act: ChosenFileProps['onImport']) => () => {
    if (problems.length > 0) setAttempt(attempt + 1);
    else act({ ...chosen, ...(mapping && { mapping }) });
  };

  return (
    <section className="card import-file" aria-label={t('upload.chosen')}>
      <FileTextIcon aria-hidden />
      <p>
        <strong>{file.name}</strong>
        <span className="meta" aria-live="polite">
          {formatBytes(file.size)}
          {look?.state === 'looking' && ` · ${t('look.looking')}`}
          {preview?.format && ` · ${t(`look.format.${preview.format}`)}`}
          {preview?.format === 'csv' && <TableFacts preview={preview} />}
        </span>
      </p>
      {look?.state === 'failed' && <SendFailure error={look.error} />}
      {preview?.format === null && (
        <Alert tone="danger" title={t('upload.failed')} isLive>
          <p>{t('look.unknown')}</p>
        </Alert>
      )}
      {preview && mapping && (
        <>
          {attempt > 0 && (
            <ErrorSummary
              title={t('columns.problems', { count: problems.length })}
              problems={problems.map(({ code, name }) => {
                const text = t(`columns.problem.${code}`);
                return name === undefined ? { text } : { text, name };
              })}
              attempt={attempt}
            />
          )}
          <Columns
            preview={preview}
            mapping={mapping}
            onChange={(said) => onChange({ ...chosen, mapping: said })}
          />
        </>
      )}
      {isReadable && (
        <div className="import-as-of">
          <DateField
            label={t('upload.asOf')}
            hint={t('upload.asOfHint')}
            optional
            value={chosen.asOf ?? ''}
            onChange={(asOf) => onChange({ ...chosen, asOf })}
          />
        </div>
      )}
      <div className="import-acts">
        <Button variant="quiet" onPress={onOther}>
          {t('upload.other')}
        </Button>
        {look?.state === 'failed' && <Button onPress={again}>{t('look.again')}</Button>}
        {(isReadable || look?.state === 'looking') && (
          <>
            <Button isDisabled={!isReadable} onPress={go(onImport)}>
              {t('upload.direct')}
            </Button>
            <Button variant="primary" isDisabled={!isReadable} onPress={go(onRehearse)}>
              {t('upload.rehearse')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const delimiters = { '\t': 'tab', ';': 'semicolon', ',': 'comma', '|': 'bar' } as const;

function TableFacts({ preview: { delimiter, encoding, columns } }: { preview: FilePreview }) {
  const { t } = useTranslation('import');
  const sign = Object.entries(delimiters).find(([one]) => one === delimiter)?.[1];
  return (
    <>
      {sign && ` · ${t(`look.delimiter.${sign}`)}`}
      {encoding && ` · ${t(`look.encoding.${encoding}`)}`}
      {` · ${t('look.columns', { count: columns.length })}`}
    </>
  );
}
